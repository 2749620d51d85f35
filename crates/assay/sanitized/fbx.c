/* Changes FBX files at random and reads them with ufbx as Segue does, under the sanitizers of the compiler:
 *     fbx SECONDS SEED FILE...
 * Prints how often it read, how often something was held, and every fault once. An input that ends it lies in
 * `fbx-crash` of the current folder. Run by `cargo xtask fuzz --sanitized`. */

#include <sanitizer/common_interface_defs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ufbx.h"

enum { LONGEST = 1 << 20, MOST_SEEDS = 64, FRAMES = 4, PATIENCE_SECS = 60 };

typedef struct {
    uint8_t *bytes;
    size_t length;
} Input;

static Input current;

static void keep(void) {
    FILE *file = fopen("fbx-crash", "wb");
    if (file) {
        fwrite(current.bytes, 1, current.length, file);
        fclose(file);
    }
}

static uint64_t state;

static uint64_t bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
}

static size_t below(size_t limit) { return limit ? (size_t)(bits() >> 11) % limit : 0; }

static Input read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    Input input = {malloc(LONGEST), 0};
    input.length = fread(input.bytes, 1, LONGEST, file);
    fclose(file);
    return input;
}

/* One change: a bit, a byte, a word that programs trip over, a piece left out, a piece doubled, or the end cut off. */
static void change(Input *input) {
    static const uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 0x7f800000, 0x7fc00000};
    uint8_t *bytes = input->bytes;
    size_t at = below(input->length), left = input->length - at, piece = below(left < 64 ? left : 64);
    if (!input->length) return;
    switch (below(7)) {
    case 0: bytes[at] ^= (uint8_t)(1u << below(8)); break;
    case 1: bytes[at] = (uint8_t)bits(); break;
    case 2:
    case 3: memcpy(bytes + at, &words[below(8)], left < 4 ? left : 1 + below(4)); break;
    case 4:
        memmove(bytes + at, bytes + at + piece, left - piece);
        input->length -= piece;
        break;
    case 5:
        if (input->length + piece > LONGEST) break;
        memmove(bytes + at + piece, bytes + at, left);
        input->length += piece;
        break;
    default:
        if (below(8) == 0) input->length = at;
    }
}

static size_t look_at(const ufbx_scene *scene) {
    size_t seen = 0;
    for (size_t n = 0; n < scene->nodes.count; n++) seen += strlen(scene->nodes.data[n]->name.data);
    for (size_t s = 0; s < scene->anim_stacks.count; s++) {
        const ufbx_anim_stack *stack = scene->anim_stacks.data[s];
        for (size_t n = 0; n < scene->nodes.count && n < 100; n++) {
            for (int frame = 0; frame < FRAMES; frame++) {
                double at = stack->time_begin + (stack->time_end - stack->time_begin) * frame / FRAMES;
                ufbx_transform found = ufbx_evaluate_transform(stack->anim, scene->nodes.data[n], at);
                seen += found.rotation.w > 0;
            }
        }
    }
    for (size_t n = 0; n < scene->meshes.count; n++) seen += scene->meshes.data[n]->num_faces;
    return seen;
}

/* The options of crates/formats/src/fbx/load.rs. */
static int reads(const Input *input, int whole) {
    ufbx_load_opts options = {0};
    size_t memory = ((size_t)256 << 20) + 64 * input->length;
    options.temp_allocator.memory_limit = options.result_allocator.memory_limit = memory;
    options.ignore_geometry = options.ignore_embedded = !whole;
    options.node_depth_limit = 1000;
    options.file_format = UFBX_FILE_FORMAT_FBX;
    options.inherit_mode_handling = UFBX_INHERIT_MODE_HANDLING_HELPER_NODES;
    options.target_axes = ufbx_axes_right_handed_y_up;
    ufbx_scene *scene = ufbx_load_memory(input->bytes, input->length, &options, NULL);
    if (!scene) return 0;
    volatile size_t seen = look_at(scene);
    (void)seen;
    ufbx_free_scene(scene);
    return 1;
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "fbx SECONDS SEED FILE...\n");
        return 2;
    }
    time_t end = time(NULL) + atol(words[1]);
    state = strtoull(words[2], NULL, 10) * 2 + 1;
    Input seeds[MOST_SEEDS];
    size_t files = count - 3 < MOST_SEEDS ? (size_t)count - 3 : MOST_SEEDS, runs = 0, held = 0;
    __sanitizer_set_death_callback(keep);
    current.bytes = malloc(LONGEST);
    for (size_t n = 0; n < files; n++) {
        seeds[n] = read_file(words[n + 3]);
        for (int whole = 0; whole < 2; whole++) {
            current.length = seeds[n].length;
            memcpy(current.bytes, seeds[n].bytes, current.length);
            if (!reads(&current, whole)) printf("%s is not read\n", words[n + 3]);
        }
    }
    while (time(NULL) < end) {
        const Input *seed = &seeds[below(files)];
        current.length = seed->length;
        memcpy(current.bytes, seed->bytes, seed->length);
        for (size_t n = below(6) + 1; n > 0; n--) change(&current);
        alarm(PATIENCE_SECS);
        held += reads(&current, runs % 2);
        runs++;
    }
    for (size_t n = 0; n < files; n++) free(seeds[n].bytes);
    free(current.bytes);
    printf("| fbx under sanitizers | %zu | %zu |\n", runs, held);
    return 0;
}

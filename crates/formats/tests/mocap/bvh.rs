use crate::{files, mocap};
use segue_formats::{Confidence, ReadOptions, read_file};

#[test]
fn cmu_files_load_with_the_truths_of_the_index() {
    let Some(mocap) = mocap() else { return };
    for path in files(&mocap.join("cmu_bvh"), "bvh").into_iter().chain(files(&mocap.join("other_bvh"), "bvh"))
    {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        let clip = &import.clips[0];
        let c = import.conversion();
        println!(
            "{} {} {} {:?} {:?} {} {}",
            clip.name(),
            clip.len(),
            clip.skeleton().len(),
            c.scale,
            c.up,
            c.rate.value,
            c.rest_frame_dropped
        );
        for n in &import.notes {
            println!("   {n}");
        }
        let _ = Confidence::Certain;
    }
}

// Made from the Rust sources by the test `types` of crates/studio; do not edit.

/** A command is on disk. */
export type Acknowledged = {
  /** The revision that it made. */
  revision: number;
};

/** An arc of a path. */
export type ArcFacts = {
  /** Its highest point, in metres. */
  apex: [number, number, number];
  /** Its horizontal velocity, in m/s. */
  velocity: [number, number, number];
  /** The standard deviation of the speed, as a share of it; 0 in plans. */
  speed_doubt: number;
  /** The centre of mass from the middle of one contact to the middle of the next, in metres. */
  points: ([number, number, number])[];
};

/** A motion that was asked for by what it measures. All numbers are those of the motion as it is written: after its feet were held, at its own rate, its moments found again in it. */
export type AskedMotion = {
  /** What was asked for. */
  asked: number[];
  /** What the motion measures. */
  reached: number[];
  /** By how much more that is than was asked for, in the units of the parameters. */
  off: number[];
  /** What each parameter is. */
  names: string[];
  /** The unit of each, as people write it; empty for a plain number. */
  units: string[];
  /** When each was read in the motion, where that is one moment. */
  moments: (MomentFacts | null)[];
  /** The distance from what was asked for, where all parameters are lengths. */
  off_mm: number | null;
  /** Whether what was asked for can be done; otherwise this is the nearest that can. */
  is_reached: boolean;
  /** By how much parts of the body were moved to meet it, beside what the blend does, in millimetres. */
  corrected_mm: number;
  /** The weights of the examples. */
  weights: number[];
  /** The motion. */
  made: MadeFacts;
};

/** How rotations are averaged. */
export type AveragingName = "fast" | "exact";

/** What is reported of a blend. */
export type BlendAnswer = {
} & MadeFacts;

/** Make a motion in between: the clips are registered, blended with one weight each, and their feet are held where they are planted. */
export type BlendRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** How much each clip counts, in the order of the clips; without any, all count alike. They need not sum to 1; negative ones and ones above 1 reach beyond the clips. */
  weights?: number[];
  /** A file with the registration of the clips; then `register` does not count. */
  registration?: string | null;
  /** How the clips are registered. */
  register?: RegisterRequest;
  /** How the motion is made. */
  make?: MakeRequest;
};

/** An upright box. */
export type Block = {
  /** The corner with the least coordinates, before it is turned. */
  least: [number, number, number];
  /** The corner with the greatest. */
  greatest: [number, number, number];
  /** The turn about the vertical through its middle. */
  turn_degrees: number;
  /** What it is called. */
  name?: string | null;
  /** Its friction, where it is not that of the scene. */
  friction?: number | null;
  /** Whether one may step on it. */
  landing: boolean;
};

/** How the body of a figure was recognised. */
export type BodyFacts = {
  /** `sure`, `likely` or `doubtful`. */
  certainty: string;
  /** What left, right and front were told by. */
  reasons: string[];
  /** What speaks against a human body; then only a map by hand carries motion over. */
  not_humanoid: string | null;
};

/** A pinhole camera that looks at a target, Y up. */
export type Camera = {
  position: [number, number, number];
  target: [number, number, number];
  /** Vertical field of view. */
  fov_degrees: number;
  /** Width and height of the picture in pixels. */
  size: [number, number];
};

/** What a warp did to the force: heading, vertical and perpendicular. */
export type ChangeFacts = {
  /** How the horizontal force changed. */
  mode: Mode;
  /** Factors of the force. */
  scale: [number, number, number];
  /** Force that follows the vertical one. */
  tilt_newtons: [number, number, number];
  /** Factor of the time on the ground. */
  ground_factor: number;
  /** By how much the contact begins before the first apex or ends after the second. */
  late_secs: number;
  /** Whether the distance is what comes of the other five parameters. */
  free_distance: boolean;
};

/** One clip. */
export type ClipFacts = {
  /** Its name. */
  name: string;
  /** How many frames it has. */
  frames: number;
  /** Frames per second. */
  rate_hz: number;
  /** How long it lasts. */
  duration_secs: number;
  /** When points of the body are planted. */
  plants: PlantsFacts;
  /** What gravity says about it; `None` when the figure's centre of mass is unknown. */
  gravity: GravityFacts | null;
};

/** A clip, or some frames of it, in a container. */
export type ClipFrames = {
  /** Its name. */
  name: string;
  /** What it is in the answer: `result`, `raw`, `linear` or `clip`. */
  role: string;
  /** The fingerprint of its skeleton. */
  skeleton: string;
  /** Frames per second. */
  rate: number;
  /** When its first frame is, in seconds of the whole clip. */
  start_secs: number;
  /** How many frames there are here. */
  frames: number;
  /** How many frames the whole clip has. */
  all_frames: number;
  /** How many joints it moves. */
  joints: number;
  /** The joints that move relative to their parents. */
  translated: number[];
};

/** A word that says what happens in a clip. */
export type ClipLabel = {
  /** The word, in lower case. */
  word: string;
  /** Who says so: `hand`, `file`, `index`, `name` or `folder`. */
  origin: string;
};

/** The stances of a clip. */
export type ClipStances = {
  /** The clip. */
  clip: string;
  /** Its stances, in order of time. */
  stances: ExtractedFacts[];
  /** Contacts that make no stance. */
  refused: RefusedContact[];
  /** Whether the flights show that the frame rate, or the scale, is wrong. */
  rate_contradicted: boolean;
  /** The frame rate that the flights tell, in frames per second; `None` without flights. */
  likely_rate_hz: number | null;
};

/** The clips of the library. */
export type ClipsFacts = {
  /** Counts changes of the library. */
  revision: number;
  /** The clips, in order of name. */
  clips: StudioClip[];
  /** The names of its motions with controls, in order. */
  controls: string[];
};

/** Clips that belong together. */
export type ClipsRequest = {
  /** Files, folders or samples, in the grammar of [`Input`]. */
  inputs?: string[];
  /** How files are read: `scale` (metres per unit), `up` (axis), `fps` (frames per second), `rest` (what becomes of a rest pose that was inserted as first frame). What is left out is inferred. */
  read?: ReadOptions;
  /** Whose skeleton the result has: one of the clips, by name or by number from 1, or another input. Without it that of the first clip. */
  skeleton?: string | null;
};

/** A change of the document. */
export type Command = {
  /** The page's own name for it, unique. */
  id: string;
  /** What it changes beside the document. */
  type: CommandKind;
  /** The place in the document: a JSON pointer. */
  path: string;
  /** What is there; `null` when nothing is. */
  before: unknown;
  /** What is put there; `null` takes it away. */
  after: unknown;
};

/** What a command changes beside the document. */
export type CommandKind = "set" | "plants" | "rename";

/** Commands that a page missed. */
export type CommandsFacts = {
  /** The commands, in order. */
  commands: LoggedCommand[];
};

/** A contact of a path. */
export type ContactFacts = {
  /** Its place on the ground, in metres. */
  place: [number, number, number];
  /** The standard deviation of the place; 0 in plans. */
  doubt_metres: number;
  /** What it is on. */
  surface: string;
};

/** What is reported of a directed motion. */
export type ControlAnswer = {
  /** By how much the clips end before the weights do, where they do: cyclic clips can loop. */
  ends_early_secs: number | null;
} & MadeFacts;

/** Direct a blend by weights that change in time. */
export type ControlRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** The weights, in order of time. */
  weights?: WeightRow[];
  /** A CSV file with the weights instead: on each line a time in seconds, then one weight for each clip. */
  weights_file?: string | null;
  /** Begin anew at the end; for clips of whole cycles. */
  looping?: boolean;
  /** A file with the registration of the clips; then `register` does not count. */
  registration?: string | null;
  /** How the clips are registered. */
  register?: RegisterRequest;
  /** How the motion is made. */
  make?: MakeRequest;
};

/** What a motion is controlled by. */
export type Controls = {
  /** What is measured, as in `ankle.r @apex`; several measures are separated by commas. */
  measure?: string;
  /** The value of each quality in each example, in their order: for `given(NAME)` in the measure. */
  given?: Record<string, number[]>;
  /** Leave out examples whose parameters the others reproduce within this distance. */
  prune_cm?: number | null;
  /** Random blends that are measured, up to 1,000,000. */
  tries?: number;
  /** Which random blends. */
  seed?: number;
};

/** How the numbers of a file were converted. */
export type ConversionFacts = {
  /** How long a unit of the file is. */
  metres_per_unit: InferredFacts<number>;
  /** The axis of the file that points up. */
  up: InferredFacts<Up>;
  /** Frames per second. */
  rate_hz: InferredFacts<number>;
  /** Whether a rest pose that was inserted as first frame was dropped. */
  rest_frame_dropped: boolean;
};

/** What was converted. */
export type ConvertAnswer = {
  /** What was written, in the order of the names of the files. */
  written: WrittenFacts[];
  /** The inputs that could not be converted. */
  errors: Failure[];
};

/** Convert motion files, and change their clips on the way. */
export type ConvertRequest = {
  /** The files. One that cannot be read is reported, and the rest goes on. */
  clips?: ClipsRequest;
  /** A motion file or a folder; the extension of a file says the format. A folder gets one file for each file, in the same subfolders, or one for each clip where the format holds only one. Without it nothing is written and the clips are the work that is handed back. */
  output?: string | null;
  /** The format of files in a folder; without it each file keeps its own, and FBX becomes GLB. */
  to?: FormatName | null;
  /** What happens to each clip between reading and writing. */
  edit?: EditRequest;
  /** How files are written and which may be replaced: `add` keeps the animations of the glTF file that the figure comes from, `no_clobber` leaves files that are there, `in_place` allows to replace an input, `unit` is that of BVH files. */
  writing?: OutputOptions;
};

/** What a stance covers. */
export type CoveredStance = {
  /** The stance. */
  stance: string;
  /** The least and greatest of each parameter; `None` when none of its warps is plausible. */
  bounds: [Params, Params] | null;
};

/** A uniform quadratic B-spline: between knots i and i + 1, where u is `start + (i + t) * spacing` with t from 0 to 1, it is `½(1−t)² pᵢ + (½ + t − t²) pᵢ₊₁ + ½t² pᵢ₊₂` of its controls p. */
export type CurveFacts = {
  /** Where the curve starts, in u. */
  start: number;
  /** From knot to knot, in u. */
  spacing: number;
  /** The controls, in seconds. */
  controls_secs: number[];
};

/** What is known of a draft. */
export type DraftFacts = {
  /** What it measures, where it was asked for by that. */
  reached: ReachedFacts | null;
};

/** A path and its shadow on the ground, in pixels from the top left. */
export type Drawing = {
  /** What it is called. */
  name?: string | null;
  /** The view it was drawn in; the camera of the sketch without it. */
  view?: string | null;
  /** The path of the centre of mass, in drawing order. */
  path: ([number, number])[];
  /** Its shadow, in the same direction. */
  shadow: ([number, number])[];
  /** What the start of the strokes means. */
  begin: StrokeEnd;
  /** What their end means. */
  end: StrokeEnd;
  /** When it begins in the result, in seconds. */
  start_secs: number;
  /** What is wanted beyond the strokes. */
  wishes?: Wish[];
};

/** Planted feet that are not held: nothing that is seen at once, and often the same in the sources. */
export type DriftFacts = {
  /** The farthest that a planted point gets from where it was. */
  found_mm: number;
  /** The same number of the worse source; `None` where nothing is planted in them. */
  source_mm: number | null;
};

/** What an edit did. */
export type EditOutcome = "path_drawn" | "shadow_drawn" | "deleted" | "replaced" | "planned";

/** What happens to each clip, in the order of the fields. */
export type EditRequest = {
  /** Only clips of these names; all when empty. */
  clip?: string[];
  /** Only these frames, first and last, counted from 0, both included. */
  frames?: [number, number] | null;
  /** Carry the motion over to the figure in this file. */
  onto?: string | null;
  /** A file with the skeleton map for `onto`; without it, it is guessed by name and shape. */
  retarget?: string | null;
  /** Exchange left and right. */
  mirror?: boolean;
  /** Make frames for another rate; the motion takes as long as before. */
  resample_hz?: number | null;
};

/** The end of a bone. */
export type EndShape = {
  /** The joint it hangs on, by number. */
  joint: number;
  /** Its place on the joint in metres. */
  offset: [number, number, number];
};

/** Where the registration starts and ends in each clip. */
export type EndsName = "auto" | "pinned" | "open";

/** How many matches there are for one ε. */
export type EpsilonCount = {
  /** ε. */
  epsilon_cm: number;
  /** The matches. */
  matches: number;
};

/** Why ε was what it was. */
export type EpsilonWhy = "asked" | "asked_above_explosion" | "asked_above_stillness" | "explosion" | "index" | "stillness" | "too_many";

/** Why a request is refused. */
export type ErrorFacts = {
  /** A word for the page. */
  code: string;
  /** A sentence for a person. */
  message: string;
  /** What to try instead. */
  try?: Hint[];
  /** What is there instead of what a command expected. */
  current?: unknown | null;
  /** The revision of the document that was found. */
  revision?: number | null;
};

/** The errors of many targets, in millimetres. */
export type ErrorsMm = {
  /** Half of them are below this. */
  median: number;
  /** 90 of 100 are. */
  percentile_90: number;
  /** 99 of 100 are. */
  percentile_99: number;
  /** All are. */
  largest: number;
};

/** How far off a motion with controls is. */
export type EvaluationFacts = {
  /** Targets that were asked for. */
  targets: number;
  /** The errors of the nearest samples. */
  before_mm: ErrorsMm;
  /** The errors after refining. */
  after_mm: ErrorsMm;
  /** Whether all weights were valid. */
  all_valid: boolean;
};

/** An example of a motion with controls. */
export type ExampleFacts = {
  /** The clip. */
  clip: string;
  /** What it measures, in the order of the parameters. */
  parameters: number[];
};

/** A stance and how well it follows its capture. */
export type ExtractedFacts = {
  /** The stance. */
  stance: StanceFacts;
  /** Root mean square distance of the simulated centre of mass from the captured one. */
  com_rms_metres: number;
  /** Root mean square angle between the simulated and the captured orientation. */
  orientation_rms_degrees: number;
  /** The gravity that the flights before and after would choose, in m/s². */
  free_gravity: number[];
  /** Whether the force keeps within friction. */
  within_friction: boolean;
  /** Whether a body can do it. */
  judgement: JudgementFacts;
};

/** An input that could not be used. */
export type Failure = {
  /** The input as it was named, or the file that could not be written. */
  input: string;
  /** Why, in words. */
  message: string;
};

/** Matches of one clip that follow one another, with less than their own length in between; a match may be one by itself. */
export type FamilyFacts = {
  /** The clip. */
  clip: string;
  /** Whether they are like the mirror image of the query. */
  mirrored: boolean;
  /** The first frame of the first of them and the last of the last, at the clip's own rate. */
  range: [number, number];
  /** How long it takes from the beginning of one to that of the next; `None` where there is one. */
  period_secs: number | null;
  /** Their ranks among the matches, in order of time. */
  ranks: number[];
};

/** One thing that is wrong with a motion. */
export type FaultFacts = {
  /** `drag`, `spin`, `knee`, `bob`, `jolt`, `sink` or `float`. */
  kind: string;
  /** When it is worst, in seconds; `None` for what concerns the whole motion. */
  secs: number | null;
  /** The joint or point. */
  joint: string;
  /** How bad it is: metres, degrees, or degrees a second. */
  found: number;
  /** The same number of the worse source. */
  source: number;
};

/** What planted feet do. */
export type FeetName = "hold" | "follow" | "lock";

/** Everything about one file or sample. */
export type FileFacts = {
  /** As it was named. */
  input: string;
  /** Its clips. */
  clips: ClipFacts[];
  /** Their skeleton. */
  skeleton: SkeletonFacts;
  /** How the numbers of the file were converted; `None` for samples and clips of a library. */
  conversion: ConversionFacts | null;
  /** What was inferred or mended, and what looks wrong. */
  notes: Note[];
  /** What in the clips is no motion. */
  findings: FindingFacts[];
};

/** Frames that are no motion. */
export type FindingFacts = {
  /** The clip. */
  clip: string;
  /** `pop`, `bad-start`, `bad-end`, `rest-pose`, `frozen`, `shifted` or `jump`. */
  kind: string;
  /** First and last frame. */
  frames: [number, number];
  /** The joints. */
  joints: string[];
  /** Whether there is no doubt about it. */
  is_certain: boolean;
  /** Whether reading mended it. */
  is_repaired: boolean;
  /** All of it, for people. */
  text: string;
};

/** A stretch of free fall. */
export type FlightFacts = {
  /** First and last frame without contact. */
  frames: [number, number];
  /** How long it lasts. */
  duration_secs: number;
  /** Horizontal speed. */
  speed_metres_per_sec: number;
};

/** Which feet touch down. */
export type Foot = "left" | "right" | "both" | "other";

/** Which feet are on the ground. */
export type Footing = "left" | "right" | "both";

/** A format that can be written. */
export type FormatName = "bvh" | "amc" | "gltf" | "glb" | "npz" | "csv" | "json";

/** Where a search lists a stretch. */
export type FoundAs = {
  /** Its place, from 1. */
  rank: number;
  /** In how many steps from the query it was found. */
  tier: number;
};

/** A stance that meets the request. */
export type FoundFacts = {
  /** The stance. */
  stance: StanceFacts;
  /** How it was found. */
  stage: Stage;
  /** Which stances of the source it is made of. */
  recipe: Recipe;
  /** What was done to its force. */
  change: ChangeFacts;
  /** How far it is from what a body cannot do. */
  judgement: JudgementFacts;
};

/** Which frames of a clip are wanted. */
export type FramesQuery = {
  /** The first. */
  first: number | null;
  /** The last. */
  last: number | null;
};

/** What gravity says about a clip. */
export type GravityFacts = {
  /** Stretches of free fall. */
  flights: FlightFacts[];
  /** What the longer of them say about the frame rate. */
  verdict: RateVerdictName;
  /** The rate that would fit gravity, where a flight is long and clean enough to say. */
  likely_rate_hz: number | null;
  /** Median gravity of those flights at the stated rate. */
  median_metres_per_sec2: number | null;
};

/** What is said about a grid of distances. */
export type GridFacts = {
  /** The reference, by its place among the clips. */
  reference: number;
  /** The other clip, by its place among the clips. */
  clip: number;
  /** Compared frames for each row and each column. */
  stride: [number, number];
  /** From one compared frame to the next, in the reference and in the other clip. */
  spacing_secs: [number, number];
  /** The distance of the palest cells. */
  farthest_cm: number;
  /** The best path through the distances: moments of the reference and of the other clip, in seconds. */
  path: ([number, number])[];
  /** The timewarp curve, which passes the pins: moments as of the path. */
  curve: ([number, number])[];
};

/** Something to try instead. */
export type Hint = {
  /** The text of the button. */
  label: string;
  /** What changes in the request, as a merge patch. */
  patch: unknown;
};

/** The answer to [`IndexRequest`]. */
export type IndexAnswer = {
  /** How many of the chosen clips can be searched. */
  clips: number;
  /** How many of them this request made ready. */
  made: number;
  /** How many webs the chosen clips have, and pairs with nothing in common; null where they were not asked for. */
  webs: number | null;
  /** How many of them this request built. */
  built: number | null;
  /** The size of all of these in the library. */
  bytes: number;
  /** How many clips each family of clips with the same joints has; families are searched separately. */
  families: number[];
  /** Frames per second at which clips are compared. */
  rate_hz: number;
  /** The largest ε that searches may use. */
  largest_epsilon_cm: number;
  /** Clips that cannot be compared with anything. */
  left_out: Failure[];
};

/** Prepare a library for searching: store what each clip looks like from afar, so that searches find the few pairs of clips that they have to compare. */
export type IndexRequest = {
  /** The library. */
  library?: string;
  /** Frames per second at which clips are compared; by default that of the existing index, or 30. */
  rate_hz?: number | null;
  /** Build webs at this lower rate first (at least 20), then refine only near them; by default as in the existing index, or not at all when `rate_hz` is given. */
  coarse_hz?: number | null;
  /** The largest ε that searches may use; by default that of the existing index, or 8. */
  epsilon_cm?: number | null;
  /** Use only clips with all of these labels. */
  labels?: string[];
  /** Also compare every pair of clips now, instead of those that a search needs when it needs them. */
  webs?: boolean;
};

/** A value with its reason. */
export type InferredFacts<T> = {
  /** The value. */
  value: T;
  /** Why it is that. */
  reason: string;
  /** How sure that is. */
  confidence: string;
};

/** What is in motion files. */
export type InfoAnswer = {
  /** The files that could be read. */
  files: FileFacts[];
  /** The inputs that could not. */
  errors: Failure[];
};

/** Say what is in motion files: clips, units and axes with the reason for each, planted feet, flights, warnings and joints. */
export type InfoRequest = {
  /** The files. One that cannot be read is reported, and the rest goes on. */
  clips?: ClipsRequest;
  /** How many figures the contact sheet shows in a row, at most. */
  columns?: number;
};

/** The numbers of motions. */
export type InspectAnswer = {
  /** The clips, then what was made of them. */
  motions: MotionFacts[];
  /** First and last moment of the transition in the motion that was made. */
  seams_secs: [number, number] | null;
};

/** Measure the quality of motion: each clip, and what different methods make of the clips. */
export type InspectRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** Compare what linear blending and registration make of the clips with these weights; none when empty. */
  weights?: number[];
  /** Compare a transition from the first of two clips to the second with a cross-fade. */
  transition?: boolean;
  /** Where the transition is. */
  middle?: MiddleRequest;
  /** A file with the registration of the clips; `register` is then ignored. */
  registration?: string | null;
  /** How the clips are registered. */
  register?: RegisterRequest;
};

/** How a job stands. */
export type JobEvent = {
  /** Its name. */
  job: string;
  /** The verb. */
  verb: string;
  /** How it stands. */
  state: JobState;
  /** How much is done. */
  done: number;
  /** How much there is to do; 0 until that is known. */
  total: number;
  /** What is being done. */
  what: string;
  /** How long it will take, by how long it took. */
  eta_secs: number | null;
  /** What was noted on the way. */
  notes: NoteFacts[];
  /** Why it failed. */
  error: ErrorFacts | null;
  /** Counts the events of this job. */
  seq: number;
};

/** How a job stands. */
export type JobState = "queued" | "running" | "done" | "failed" | "cancelled" | "interrupted";

/** How all jobs stand. */
export type JobsFacts = {
  /** The jobs, in the order in which they were asked for. */
  jobs: JobEvent[];
};

/** A joint. */
export type JointFacts = {
  /** Its name. */
  name: string;
  /** The joint it hangs on; `None` for the root. */
  parent: string | null;
  /** Its place on its parent. */
  offset_metres: [number, number, number];
};

/** A joint. */
export type JointShape = {
  /** Its name. */
  name: string;
  /** The joint it hangs on, by number; `None` for the root. */
  parent: number | null;
  /** Its place on its parent in metres. */
  offset: [number, number, number];
  /** The part of the body that it is, where that is known. */
  part: string | null;
  /** `left` or `right`, where it is on one side of the body. */
  side: string | null;
};

/** Whether a body can do a stance, and why not. */
export type JudgementFacts = {
  /** Whether a body can do it. */
  plausible: boolean;
  /** Above zero and larger the farther all limits are, if plausible; else below zero. */
  value: number;
  /** The largest horizontal force by the vertical one. */
  friction: number;
  /** The least and greatest distance from the contact to the centre of mass, in leg lengths. */
  extension_legs: [number, number];
  /** The largest vertical force, in body weights. */
  normal_weights: number;
  /** The greatest distance from hip to ankle, in leg lengths. */
  reach_legs: number;
  /** The limits that are not kept. */
  violations: ViolationFacts[];
};

/** Whose action a transition must not cut off: the kick of a clip that steps up, kicks and steps back. */
export type KeepName = "a" | "b" | "both";

/** A clip and all labels that it has now. */
export type LabelledClip = {
  /** The clip. */
  name: string;
  /** Its labels, in order. */
  labels: string[];
};

/** How time passes in a blend. */
export type LawName = "duration" | "rate";

/** A unit of length that BVH files are written in. */
export type LengthUnit = "cm" | "m" | "in";

/** The answer to [`LibraryAddRequest`]. */
export type LibraryAddAnswer = {
  /** Clips that are in the library now and were not before. */
  added: string[];
  /** Clips whose motion changed; what was made of them is gone. */
  changed: string[];
  /** Clips whose file changed but whose motion is the same as before. */
  kept: string[];
  /** Clips that their file no longer has. */
  removed: string[];
  /** How many files are in the library already, as they are. */
  unchanged_files: number;
  /** Inputs that could not be read; what the library had of them stays. */
  errors: Failure[];
};

/** Add motion to a library. */
export type LibraryAddRequest = {
  /** The library. */
  library?: string;
  /** Files, folders or samples. */
  inputs?: string[];
  /** A list of trials and what happens in them, which gives further labels: each line has the name of a trial, white space, and words separated by commas. */
  index?: string | null;
  /** How files are read. */
  read?: ReadOptions;
};

/** The answer to [`LibraryCheckRequest`]. */
export type LibraryCheckAnswer = {
  /** Clips that were unpacked and compared with their fingerprints. */
  clips: number;
  /** How many results are made from them: webs, searches, parameterized motions. */
  things: number;
  /** What is wrong, one sentence each; empty for a sound library. */
  faults: string[];
};

/** Check a library: every page, reference, clip (against its fingerprint) and match web. Nothing is changed. */
export type LibraryCheckRequest = {
  /** The library. */
  library?: string;
};

/** What a library says about a clip. */
export type LibraryClip = {
  /** The name, unique in the library. */
  name: string;
  /** Where it was read from. */
  source: string;
  /** How many frames it has. */
  frames: number;
  /** Frames per second. */
  rate_hz: number;
  /** How long it lasts. */
  duration_secs: number;
  /** How many joints it moves. */
  joints: number;
  /** Its labels, in order of word. */
  labels: ClipLabel[];
  /** Bytes that its poses take in the library. */
  bytes: number;
};

/** The answer to [`LibraryCompactRequest`]. */
export type LibraryCompactAnswer = {
  /** The size of the file before. */
  bytes_before: number;
  /** Its size now. */
  bytes_after: number;
};

/** Write a library anew, without the room that removed clips and results took. It needs as much free space on the disk as the library takes. */
export type LibraryCompactRequest = {
  /** The library. */
  library?: string;
};

/** What came of [`LibraryExportRequest`]. */
export type LibraryExportAnswer = {
  /** The motion files that were written. */
  written: string[];
  /** Clips that cannot be read. */
  errors: Failure[];
};

/** Write clips of a library to motion files, with their plants beside them. Damaged clips are skipped, so that this also saves what can be saved. */
export type LibraryExportRequest = {
  /** The library. */
  library?: string;
  /** A folder, which gets a file for each clip. */
  folder?: string;
  /** Only clips of these names; all when empty. */
  clips?: string[];
  /** Only clips with all of these labels. */
  labels?: string[];
  /** The format of the files. */
  to?: FormatName;
};

/** The library that is open. */
export type LibraryFacts = {
  /** What a person opened: its file name, the files that were read into it, or the samples. */
  name: string;
  /** Whether it is one that the Studio made in the cache folder. */
  scratch: boolean;
  /** Whether it holds the built-in samples. */
  samples: boolean;
};

/** The answer to [`LibraryLabelRequest`]. */
export type LibraryLabelAnswer = {
  /** The clips, in order of name. */
  clips: LabelledClip[];
};

/** Label clips by hand, and correct their foot plants. Both stay when the clip's file changes. */
export type LibraryLabelRequest = {
  /** The library. */
  library?: string;
  /** The names of the clips. */
  clips?: string[];
  /** Labels to add. */
  add?: string[];
  /** Labels to remove. */
  remove?: string[];
  /** A plants file: the kinds in it replace the detected ones. */
  plants?: string | null;
  /** Return to the detected plants. */
  detected_plants?: boolean;
};

/** The answer to [`LibraryListRequest`]. */
export type LibraryListAnswer = {
  /** The clips, in order of name. */
  clips: LibraryClip[];
};

/** List the clips of a library. */
export type LibraryListRequest = {
  /** The library. */
  library?: string;
  /** Use only clips with all of these labels. */
  labels?: string[];
};

/** The answer to [`LibraryNewRequest`]. */
export type LibraryNewAnswer = {
  /** The library that was made. */
  library: string;
};

/** Make an empty library. */
export type LibraryNewRequest = {
  /** The file that is made; its name ends in `.segue`. */
  library?: string;
};

/** The answer to [`LibraryRemoveRequest`]. */
export type LibraryRemoveAnswer = {
  /** The clips that were removed. */
  removed: string[];
};

/** Remove clips from a library, with all results made from them. */
export type LibraryRemoveRequest = {
  /** The library. */
  library?: string;
  /** The names of the clips. */
  clips?: string[];
};

/** The answer to [`LibraryRenameRequest`]. */
export type LibraryRenameAnswer = {
  /** The name that the clip has. */
  name: string;
};

/** Give a clip of a library another name. It keeps it when its file changes; webs and searches that were made of it are made again. */
export type LibraryRenameRequest = {
  /** The library. */
  library?: string;
  /** The name of the clip. */
  clip?: string;
  /** Its new name. */
  name?: string;
};

/** The limits by name. */
export type Limit = "friction" | "far" | "near" | "normal" | "pull" | "limb_reach" | "timing" | "reversed";

/** How much the server takes. */
export type LimitFacts = {
  /** The largest file. */
  upload_bytes: number;
  /** The largest request. */
  json_bytes: number;
  /** The largest message on the live socket. */
  live_bytes: number;
  /** Jobs at the same time. */
  jobs_running: number;
  /** Jobs that wait. */
  jobs_queued: number;
};

/** What is said about the linear blend. */
export type LinearFacts = {
  /** Its numbers. */
  quality: QualityFacts;
} & VerdictFacts;

/** Forget an open request. */
export type LiveClose = {
  /** The page's number for it. */
  close: number;
};

/** What a page says on the live socket. */
export type LiveMessage = LiveOpen | LiveSet | LiveClose;

/** Keep a request open and answer it. */
export type LiveOpen = {
  /** The page's number for it. */
  open: number;
  /** The verb. */
  verb: string;
  /** Its request. */
  request: unknown;
  /** Seconds of the result that are wanted. */
  window?: [number, number] | null;
  /** `linear`: the linear blend beside the registered one. */
  extra?: string | null;
};

/** Change an open request and answer it. */
export type LiveSet = {
  /** The page's number for the request. */
  set: number;
  /** The page's number for this change. */
  seq: number;
  /** What changes, as a merge patch. */
  patch?: unknown;
  /** Seconds of the result that are wanted. */
  window?: [number, number] | null;
  /** `linear`: the linear blend beside the registered one. */
  extra?: string | null;
  /** A draft will do, where the verb has one. */
  draft?: boolean;
};

/** A command that is on disk. */
export type LoggedCommand = {
  /** The revision that it made. */
  revision: number;
  /** The page that sent it. */
  tab: string;
  /** The command. */
  command: Command;
};

/** What is reported about a motion that was made. */
export type MadeFacts = {
  /** Its name. */
  clip: string;
  /** How many frames it has. */
  frames: number;
  /** Frames per second. */
  rate_hz: number;
  /** How long it lasts. */
  duration_secs: number;
  /** Its numbers. */
  quality: QualityFacts;
  /** Its numbers before its feet were held; `None` when they were not. */
  quality_before_clean_up: QualityFacts | null;
  /** What holding the feet did, in words. */
  clean_up: string | null;
  /** How it compares with what it was made of, where that is known. */
  verdict: VerdictFacts | null;
  /** The files that the front end wrote it to. */
  written: string[];
};

/** How motion is made. */
export type MakeRequest = {
  /** What the result is called; without it, by the verb. */
  name?: string | null;
  /** Frames per second of the result; without it those of the reference or first clip. */
  rate_hz?: number | null;
  /** How rotations are averaged. */
  averaging?: AveragingName;
  /** How time passes. */
  law?: LawName;
  /** Correct what blending did to the feet; otherwise they stay where the blend puts them. */
  clean_up?: boolean;
  /** What planted feet do when they are corrected. */
  feet?: FeetName;
  /** Whether the motion travels or stays in place. */
  root_motion?: RootMotionName;
};

/** Which joint drives which. */
export type MapAnswer = {
  /** The joints of the target. */
  joints: MappedJoint[];
  /** How many of them are driven. */
  driven: number;
  /** How the body of the source was recognised. */
  source: BodyFacts;
  /** How the body of the target was recognised. */
  target: BodyFacts;
};

/** Guess which joint of one figure drives which joint of another. */
export type MapRequest = {
  /** A file with the figure that was captured. */
  source?: string | null;
  /** A file with the figure that is to move. */
  target?: string | null;
  /** How the files are read. */
  read?: ReadOptions;
};

/** What drives one joint. */
export type MappedJoint = {
  /** The joint of the target. */
  target: string;
  /** The joint of the source that drives it; `None` when it rides along or keeps its rest pose. */
  source: string | null;
  /** How that was found out, in words. */
  by: string | null;
};

/** A stretch that was found. */
export type MatchFacts = {
  /** Its place, from 1. */
  rank: number;
  /** The clip. */
  clip: string;
  /** First and last frame at the clip's own rate, both included. */
  range: [number, number];
  /** The distance to the query itself, where they are similar. */
  direct_cm: number | null;
  /** The distance along the graph of similarities. */
  graph_cm: number;
  /** In how many steps from the query it was found. */
  tier: number;
  /** How likely it is the same action, between 0 and 1; `None` where the search was not extended. */
  confidence: number | null;
  /** The group of variants it belongs to, from 1; the query is in the first. */
  cluster: number;
  /** Whether it is like the mirror image of the query. */
  mirrored: boolean;
  /** By how many degrees it turns more than the query, to the left, where that is a sixth of a circle or more to either side: it is alike frame by frame, but perhaps another action, and comes last. */
  turns_deg: number | null;
};

/** One plant of every clip that are taken to be the same. */
export type MatchedPlant = {
  /** What is planted. */
  kind: string;
  /** When it holds in each clip, in u. */
  u: ([number, number])[];
  /** When it holds in each clip. */
  secs: ([number, number])[];
};

/** The middle of a transition and its extent. */
export type MiddleRequest = {
  /** A moment of the first clip and one of the second; without it the two that are most alike and leave room. */
  at_secs?: [number, number] | null;
  /** Whose action a middle that is found keeps. */
  keep?: KeepName;
  /** Time to either side of the middle. 0.4: half a step of a walk. */
  half_width_secs?: number;
};

/** How the horizontal force changes. */
export type Mode = "lean" | "scale";

/** A moment of a motion. */
export type MomentFacts = {
  /** The moment. */
  secs: number;
  /** The frame. */
  frame: number;
};

/** The numbers of one motion. */
export type MotionFacts = {
  /** What it is called. */
  name: string;
  /** What it is in the comparison. */
  part: PartName;
  /** How long it lasts. */
  duration_secs: number;
  /** Its numbers. */
  quality: QualityFacts;
  /** The largest jerk around the seams of a transition; `None` for a motion without seams. */
  seam_jerk_mm: number | null;
};

/** A stance of a clip. */
export type NamedStance = {
  /** The stance as `CLIP:N`, counted from 1; the first without a number. */
  name?: string;
  /** The mass of the figure. */
  mass_kg?: number;
  /** How the file is read. */
  read?: ReadOptions;
};

/** The nearest request that a stance meets. */
export type NearestFacts = {
  /** The request. */
  parameters: Params;
  /** The parameters that had to change, the one in the way most first: `ZS`, `ZE`, `VS`, `VE`, `VP` or `X`. */
  in_the_way: string[];
  /** What does it. */
  answer: FoundFacts;
};

/** The captured pose whose point is nearest to where it should be. */
export type NearestPose = {
  /** Its clip. */
  clip: string;
  /** Its frame. */
  frame: number;
  /** How far its point is from where it should be. */
  off_cm: number;
};

/** A job that is asked for. */
export type NewJob = {
  /** The verb. */
  verb: string;
  /** Its request. */
  request: unknown;
};

/** One sentence about a file, for people. */
export type Note = {
  /** How much it matters. */
  level: NoteLevel;
  /** The sentence, without a full stop. */
  text: string;
};

/** A sentence about what was done. */
export type NoteFacts = {
  /** How much it matters. */
  level: NoteLevel;
  /** The sentence. */
  text: string;
  /** The clip or file that it is about. */
  about: string | null;
};

/** How much a note matters. */
export type NoteLevel = "info" | "warning";

/** How motion files are written, and which files may be replaced. */
export type OutputOptions = {
  /** Keep the animations that the glTF file of the figure already has, and add the new ones. */
  add?: boolean;
  /** Refuse to replace a file. */
  no_clobber?: boolean;
  /** Allow the output to be one of the inputs. */
  in_place?: boolean;
  /** The unit of lengths in BVH files; without it that of the input, or centimetres. */
  unit?: LengthUnit | null;
};

/** What a motion with controls takes on disk. */
export type PackedBytes = {
  /** Packed examples. */
  examples: number;
  /** Registration, samples and the rest. */
  rest: number;
};

/** A number that a motion is controlled by. */
export type Parameter = {
  /** What it measures. */
  name: string;
  /** Its unit, as people write it; empty for a plain number. */
  unit: string;
  /** The least that the samples reach. */
  from: number;
  /** The most. */
  to: number;
};

/** The answer to [`ParametricAtRequest`]. */
export type ParametricAtAnswer = {
  /** The motions: one, or those of a sweep in order. */
  motions: AskedMotion[];
};

/** Make the motion that does what is asked, or several from one target to another. What cannot be done gets the nearest that can. */
export type ParametricAtRequest = {
  /** The motion with controls: a file `*.segue-param`, or `LIB.segue#NAME`. */
  motion?: string;
  /** What the result should measure, in the order of the parameters. */
  target?: number[];
  /** Make several motions, from the target to this one. */
  sweep?: number[] | null;
  /** Motions of a sweep, at least 2. */
  steps?: number;
  /** How they are made. */
  make?: MakeRequest;
};

/** What is reported about a motion with controls that was built. */
export type ParametricBuildAnswer = {
  /** How many clips of the library were not indexed, where it was indexed on the way. */
  clips_indexed: number | null;
  /** How many matches a search on the way found. */
  matches: number | null;
  /** ε of that search. */
  epsilon_cm: number | null;
  /** How many examples the motion has. */
  examples: number;
  /** How many were left out because the others reproduce them. */
  left_out: number;
  /** How many blends of them were measured and kept. */
  samples: number;
  /** What the motion is controlled by, and how far it reaches. */
  parameters: Parameter[];
  /** What it takes on disk. */
  bytes: PackedBytes;
  /** How long it took. */
  build_secs: number;
  /** How exactly it does what is asked; `None` where no random blend can be measured. */
  evaluation: EvaluationFacts | null;
  /** Where the front end stored it. */
  written: string | null;
};

/** Build a motion with controls, from the matches of a saved search or from clips. */
export type ParametricBuildRequest = {
  /** The library of a saved search. */
  library?: string | null;
  /** The matches of this search are the examples. */
  search?: string | null;
  /** Files, folders or samples whose clips are the examples, in place of a search. */
  clips?: string[];
  /** How files are read. */
  read?: ReadOptions;
  /** What the motion is controlled by. */
  controls?: Controls;
};

/** The answer to [`ParametricEvalRequest`]. */
export type ParametricEvalAnswer = {
  /** The errors of some of the motions as they would be written: feet held, each measured at its own apex. */
  written_mm: ErrorsMm;
  /** The numbers of these motions. */
  qualities: QualityFacts[];
} & EvaluationFacts;

/** Judge a motion with controls by random targets that some blend meets, before and after refining. */
export type ParametricEvalRequest = {
  /** The motion: a file `*.segue-param`, or `LIB.segue#NAME`. */
  motion?: string;
  /** Targets that are asked for. */
  targets?: number;
  /** Which random targets. */
  seed?: number;
};

/** Search a library and build a motion with controls of what is found. The library is indexed first. */
export type ParametricFromRequest = {
  /** The library. */
  library?: string;
  /** The example: a clip of the library, with `@first-last` for some of its frames. */
  query?: string;
  /** Further examples of the same action. */
  also?: string[];
  /** How far apart two stretches may be on average (ε); without it as in [`SearchRequest::epsilon_cm`]. */
  epsilon_cm?: number | null;
  /** Also find variants beyond ε. */
  extended?: boolean;
  /** Also find what is like the mirror image of the query; it is mirrored to be an example. */
  mirrored?: boolean;
  /** Find matches in at most so many steps from the query. */
  tiers?: number | null;
  /** Stretches `CLIP@first-last` that are no match, as in [`SearchRequest::reject`]. */
  reject?: string[];
  /** Only clips with all of these labels are searched. */
  labels?: string[];
  /** What the motion is controlled by. */
  controls?: Controls;
};

/** The answer to [`ParametricShowRequest`]. */
export type ParametricShowAnswer = {
  /** What is measured. */
  measure: string;
  /** What the motion is controlled by, and how far it reaches. */
  parameters: Parameter[];
  /** The examples. */
  examples: ExampleFacts[];
  /** How many blends of them were measured and kept. */
  samples: number;
};

/** Show what a motion with controls can do. */
export type ParametricShowRequest = {
  /** The motion: a file `*.segue-param`, or `LIB.segue#NAME`. */
  motion?: string;
};

/** The state of the centre of mass at the two apexes of a stance. */
export type Params = {
  /** Height at the first apex, in metres. */
  zs: number;
  /** Height at the second apex, in metres. */
  ze: number;
  /** Speed at the first apex, in m/s. */
  vs: number;
  /** Speed along the same heading at the second apex, in m/s. */
  ve: number;
  /** Speed to the right of that heading at the second apex, in m/s. */
  vp: number;
  /** Distance along the heading from apex to apex, in metres. */
  x: number;
};

/** What a motion is in a comparison. */
export type PartName = "clip" | "baseline" | "made" | "made, feet held";

/** A path in space. */
export type PathFacts = {
  /** The contacts, in order. */
  contacts: ContactFacts[];
  /** The arcs between them. */
  arcs: ArcFacts[];
  /** What a person should know: doubts of a reading, changes of a plan. */
  notes: string[];
};

/** The motion along one path. */
export type PathMotion = {
  /** Whether a body can do it. */
  verdict: PathVerdict;
  /** The stances of the path. */
  stances: PathStance[];
  /** What was drawn, as it was read; only for sketches. */
  reading: PathFacts | null;
  /** What was planned; only for sketches. */
  plan: PathFacts | null;
  /** The name of the motion. */
  clip: string;
  /** When it begins in the scene. */
  start_secs: number;
  /** How many frames it has. */
  frames: number;
  /** How long it lasts. */
  duration_secs: number;
  /** When each apex is reached; standing counts as one where the path begins or ends with it. */
  apex_secs: number[];
  /** When the contact of each stance begins and ends. */
  contact_secs: ([number, number])[];
  /** The farthest that the centre of mass is from the simulated path. */
  centre_off_metres: number;
  /** The farthest that an ankle is from where it should be. */
  ankle_off_metres: number;
  /** How deep a foot is under the ground at worst. */
  sunk_metres: number;
};

/** A stance of a path. */
export type PathStance = {
  /** The stance. */
  stance: StanceFacts;
  /** How far it is from what a body cannot do. */
  judgement: JudgementFacts;
  /** What was wanted in its place, where nothing does that. */
  instead_of: Params | null;
};

/** Whether a body can do a path. */
export type PathVerdict = {
  /** Whether nothing is wrong. */
  good: boolean;
  /** One line for a person: that a body can do it, or what is wrong, and what works. */
  summary: string;
  /** The steps, in order. */
  steps: StepFacts[];
};

/** A moment of the reference and one of another clip that correspond. */
export type PinRequest = {
  /** The other clip, by name or by number from 1. */
  clip: string;
  /** The moment of the reference. */
  reference_secs: number;
  /** The moment of the other clip. */
  secs: number;
};

/** A turn about the vertical axis, then a shift on the floor: `x' = x cos θ + z sin θ + x0`, `z' = −x sin θ + z cos θ + z0`. */
export type PlacementFacts = {
  /** θ, counter-clockwise seen from above. */
  turn_degrees: number;
  /** x0. */
  x_metres: number;
  /** z0. */
  z_metres: number;
};

/** A flat convex piece of ground, level or inclined. */
export type Plane = {
  /** Its corners in order, either way round. */
  corners: ([number, number, number])[];
  /** What it is called. */
  name?: string | null;
  /** Its friction, where it is not that of the scene. */
  friction?: number | null;
  /** Whether one may step on it. */
  landing: boolean;
};

/** When points of one body are planted. */
export type PlantedClip = {
  /** The name of the clip. */
  name: string;
  /** How many frames it has. */
  frames: number;
  /** Its plants. */
  plants: PlantsFacts;
};

/** The plants of a clip. */
export type PlantedFacts = {
  /** Those that hold, by kind: first and last frame, both included. */
  plants: Record<string, ([number, number])[]>;
  /** Those that were detected. */
  detected: Record<string, ([number, number])[]>;
  /** The kinds that were corrected by hand. */
  corrected: string[];
};

/** When points of bodies are planted. */
export type PlantsAnswer = {
  /** The clips. */
  clips: PlantedClip[];
  /** The plants files that were written; one that is there already as it would be written is none of them. */
  written: string[];
};

/** When points of the body are planted: intervals `[first, last]` of frames, both included, by the name of the point. */
export type PlantsFacts = Record<string, ([number, number])[]>;

/** Find out when heels and toes stand still on the floor, and write it down. */
export type PlantsRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** Write the plants to `FILE.plants.json` beside the motion file; from then on that file is what counts. Samples have no file, so nothing is written for them. */
  write?: boolean;
  /** Replace a plants file that says something else. */
  force?: boolean;
};

/** A pose with how near it gets. */
export type PoseAnswer = {
  /** The name of the pose. */
  clip: string;
  /** The point of the body. */
  point: string;
  /** Where it should be. */
  asked_metres: [number, number, number];
  /** Where it is. */
  reached_metres: [number, number, number];
  /** How far that is off. */
  off_mm: number;
  /** How far off the blend of captured poses was, before the limb was bent. */
  blend_off_mm: number;
  /** Whether it is there, to within 5 mm. */
  is_reached: boolean;
  /** The box that the point keeps within in the captured poses: lowest and highest corner. */
  captured_metres: [[number, number, number], [number, number, number]];
  /** How many poses were captured. */
  examples: number;
  /** The captured pose whose point is nearest. */
  nearest: NearestPose;
  /** The files that the front end wrote it to. */
  written: string[];
};

/** Make a pose, blended from captured ones, that puts a point of the body somewhere: inverse kinematics that looks like the captured motion. */
export type PoseRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** The point of the body: `wrist.r`, `wrist.l`, `ankle.r`, `toe.l`, …, or a joint by its name in quotes. */
  point?: string;
  /** Where it should be, seen from the figure: x to its left, y up from the floor, z ahead, from the point of the floor below its root. */
  at_metres?: [number, number, number];
  /** What the pose is called. */
  name?: string | null;
};

/** The numbers by which a motion is judged, with their units in their names. */
export type QualityFacts = {
  /** How fast planted points slide, on average; `None` when nothing is planted. */
  skate_cm_per_sec: number | null;
  /** How far planted points slide in one plant, on average. */
  skate_cm_per_plant: number | null;
  /** The farthest that a planted point gets from where it was. */
  worst_drift_mm: number | null;
  /** How many plants there are. */
  plants: number;
  /** The deepest that a foot is below the floor. */
  penetration_cm: number;
  /** The share of frames in which a foot is below the floor. */
  penetration_share: number;
  /** The length of the root trajectory on the floor. */
  path_metres: number;
  /** The distance from start to end of the root trajectory by its length. */
  straightness: number;
  /** How far the root trajectory turns. */
  path_turn_degrees: number;
  /** How far the figure turns. */
  facing_turn_degrees: number;
  /** Sideways acceleration of the root, in m/s². */
  path_roughness: number;
  /** The largest third difference of the joints over 1/30 s, root-mean-square. */
  jerk_mm: number;
  /** The largest second difference of a knee's angle over 1/30 s; `None` without knees. */
  knee_pop_degrees: number | null;
};

/** Some frames of a clip. */
export type QueryRange = {
  /** The clip. */
  clip: string;
  /** First and last frame at the clip's own rate, both included. */
  range: [number, number];
};

/** What gravity says about a frame rate. */
export type RateVerdictName = "unknown" | "agrees" | "doubtful" | "contradicts";

/** What a draft measures. */
export type ReachedFacts = {
  /** The parameters. */
  reached: number[];
  /** Whether they are what was asked for. */
  is_reached: boolean;
};

/** What overrides a reader's own inference; the default leaves everything to the file. */
export type ReadOptions = {
  /** Metres per file unit. `None`: from the file, a recognised dialect or the height of the figure. */
  scale?: number | null;
  /** The axis that points up in the file. `None`: where the head is above the hips. */
  up?: Up | null;
  /** Frames per second. `None`: as written in the file. */
  fps?: number | null;
  /** What becomes of a rest pose that was inserted as first frame. */
  rest?: RestFrame;
  /** Repairs what certainly cannot be motion: pops, bad ends, frozen frames. Off, it is only listed. */
  repair?: boolean;
  /** Height of the floor in the file, in metres; it is taken to 0. `None`: the clips stay at the height they have. */
  floor?: number | null;
};

/** Which stances a result is made of. */
export type Recipe = {
  /** The number of the first stance. */
  first: number;
  /** The number of the second, the same for a stance alone. */
  second: number;
  /** The share of the first. */
  share: number;
};

/** A contact that makes no stance. */
export type RefusedContact = {
  /** First and last frame, both included. */
  range: [number, number];
  /** Why, with the numbers at fault. */
  reason: string;
};

/** How clips are registered. */
export type RegisterRequest = {
  /** The clip to compare the others with, by name or number (from 1); by default the one nearest to all others. */
  reference?: string | null;
  /** Where the registration starts and ends in each clip. */
  ends?: EndsName;
  /** How many frames of one clip may correspond to one frame of another, at most: 1 to 20. Beyond 3 a warp looks like slow motion. */
  slope_limit?: number;
  /** Align the foot strikes that the plants mark; otherwise compare bodies only. */
  strikes?: boolean;
  /** Register clips even if they do not seem to belong together. */
  force?: boolean;
  /** Moments that correspond because you say so; the curve passes through them. Without `reference` the first clip is the reference. */
  pins?: PinRequest[];
  /** How fast each clip in place travels, in m/s, in the order of the clips; without it as its feet imply. 0 for a clip that is not in place. */
  speeds?: number[];
};

/** How one clip corresponds to the others. */
export type RegisteredClip = {
  /** Its name. */
  name: string;
  /** How many frames it has. */
  frames: number;
  /** How long it lasts. */
  duration_secs: number;
  /** The part of it that the timewarp covers. */
  in_use_secs: [number, number];
  /** Mean distance of markers on the bodies in corresponding frames; `None` for the reference, as the next two. */
  mean_distance_cm: number | null;
  /** That distance ÷ the distance of random pairs of frames: small when frames correspond well. */
  contrast: number | null;
  /** Where the registration starts and ends in each clip. */
  pinned: boolean | null;
  /** The slowest and the fastest that it plays while the reference plays at its own speed. */
  speed: [number, number];
  /** The smallest and the largest turn that lays it on the reference. */
  turn_degrees: [number, number];
  /** The timewarp S of this clip, exactly. */
  timewarp: CurveFacts;
  /** S at each value of `u` of the answer: corresponding moments of all clips. */
  moments_secs: number[];
  /** The alignment at each value of `u` of the answer. */
  alignment: PlacementFacts[];
  /** When points of the body are planted, in frames. */
  plants: PlantsFacts;
};

/** How clips correspond. */
export type RegistrationAnswer = {
  /** The name of the clip that the others are compared with. */
  reference: string;
  /** Its number, from 1. */
  reference_number: number;
  /** The values of u at which curves are sampled below, from first to last. */
  u: number[];
  /** The clips. */
  clips: RegisteredClip[];
  /** The plants that are taken to be the same. */
  matches: MatchedPlant[];
  /** Notes for people about how this came about. */
  notes: string[];
};

/** Find how clips correspond: which moments correspond, where each clip must stand to coincide with the reference, and which foot plants are the same. */
export type RegistrationRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** How they are registered. */
  register?: RegisterRequest;
};

/** A query that repeats itself. */
export type RepeatFacts = {
  /** How long a period is. */
  period_secs: number;
  /** The [`SearchRequest::apart`](super::SearchRequest::apart) with which every period is listed. */
  apart: number;
};

/** What is wanted of one stance of a path. */
export type Request = {
  /** What it begins and ends with; from apex to apex where nothing is said. */
  kind?: StanceKind;
} & Params;

/** What becomes of the first frame, which may be an inserted rest pose. */
export type RestFrame = "infer" | "keep" | "drop";

/** The rigid body at a time. */
export type RigidFacts = {
  /** From the first apex. */
  secs: number;
  /** Of the centre of mass, in metres. */
  position: [number, number, number];
  /** Of the ellipsoid, x, y, z, w. */
  orientation: [number, number, number, number];
  /** Of the ellipsoid with the body's inertia, in metres. */
  half_axes: [number, number, number];
  /** Of the ground; none in flight. */
  force_newtons: [number, number, number];
  /** Where it acts, in metres. */
  contact: [number, number, number];
  /** Corners of the polygon within which the feet push; none in flight. */
  support: ([number, number, number])[];
};

/** Whether a motion travels or stays in place. */
export type RootMotionName = "keep" | "infer" | "in-place";

/** A sample. */
export type SampleFacts = {
  /** Its name; as an input it is `sample:NAME`. */
  name: string;
  /** What happens in it. */
  about: string;
};

/** The samples there are. */
export type SamplesAnswer = {
  /** The samples. */
  samples: SampleFacts[];
  /** The files that were written. */
  written: string[];
};

/** List the built-in samples, or write them to a folder. */
export type SamplesRequest = {
  /** Write all samples to this folder. */
  folder?: string | null;
  /** The format of the files. */
  format?: FormatName;
};

/** A segment that was found. */
export type SavedMatch = {
  /** The clip of the library. */
  clip: string;
  /** Its first and last frame, at its own rate. */
  frames: [number, number];
  /** Whether it is like the mirror image of the query. */
  mirrored?: boolean;
  /** How many steps from a query it was found; 0 for the queries. */
  tier: number;
  /** The distance from the query along the edges, in metres. */
  graph_metres: number;
};

/** A search as it is kept in a library: what was looked for, what was found and how the findings hang together. */
export type SavedSearch = {
  /** ε, in metres. */
  epsilon_metres: number;
  /** Whether clear matches beyond ε were accepted. */
  extended: boolean;
  /** The queries, then all matches, nearest first. */
  segments: SavedMatch[];
  /** How many of them are queries. */
  queries?: number;
  /** Pairs of segments that are numerically similar, by their places in `segments`, with the mean of D in m². */
  edges: ([number, number, number])[];
};

/** A floor, if there is one, with blocks and planes. */
export type Scene = {
  /** Height of the floor; `None` without one. */
  ground: number | null;
  /** The friction of everything that states none. */
  friction: number;
  /** Upright boxes. */
  blocks: Block[];
  /** Pieces of ground. */
  planes: Plane[];
};

/** The answer to [`SearchRequest`](super::SearchRequest). */
export type SearchAnswer = {
  /** What was looked for. */
  query: QueryRange;
  /** How long the query lasts. */
  query_secs: number;
  /** Queries shorter than this are like almost anything. */
  shortest_secs: number;
  /** How far apart two stretches could be on average (ε). */
  epsilon_cm: number;
  /** Why it was that. */
  epsilon_why: EpsilonWhy;
  /** Whether variants beyond ε were looked for. */
  extended: boolean;
  /** Whether the search ended by itself; `false` when there were so many matches that it was stopped. */
  complete: boolean;
  /** How many clips were searched. */
  searched_clips: number;
  /** How many were not, because they have other joints than the query. */
  other_joints_clips: number;
  /** Clips that cannot be compared with anything. */
  left_out: Failure[];
  /** How many matches there are for each ε. */
  counts: EpsilonCount[];
  /** The largest ε before unrelated motion begins to match; `None` when that does not happen within `counts`, 0 when there are too many matches at every ε. */
  explodes_above_cm: number | null;
  /** Set where the query holds several periods of one movement. */
  repeats: RepeatFacts | null;
  /** The matches, nearest first; of an extended search the surest first. */
  matches: MatchFacts[];
  /** The same matches by family: those of one clip that follow one another, such as the periods of a walk. */
  families: FamilyFacts[];
  /** How many groups of variants the matches form: those of one group are alike step by step and about as fast. */
  clusters: number;
  /** Of an extended search that found variants, by how much the log-odds of the least sure of them are above those of the best stretch that was left out. */
  separation: number | null;
  /** The name under which the search was saved. */
  saved_as: string | null;
};

/** The answer to [`SearchExplainRequest`]. */
export type SearchExplainAnswer = {
  /** The stretch. */
  segment: string;
  /** Whether it is a match. */
  match: boolean;
  /** Where the search lists it; `None` where it does not. */
  found: FoundAs | null;
  /** Whether it is like the query itself, but too few of the other matches agree, so that an extended search leaves it out. */
  is_alone: boolean;
  /** How it compares with the query itself, in words. */
  verdict: string;
};

/** Explain why a stretch is or is not a match of a search: which criterion fails, and where. */
export type SearchExplainRequest = {
  /** The search; nothing of it is saved. */
  search?: SearchRequest;
  /** The stretch, as `CLIP@first-last`. */
  segment?: string;
};

/** Find every instance of an action from one example. */
export type SearchRequest = {
  /** The library, which has been indexed. */
  library?: string;
  /** The example: a clip of the library, a file or a sample, with `@first-last` for some of its frames. */
  query?: string;
  /** Further examples of the same action: what is like any of them is found. */
  also?: string[];
  /** How far apart two stretches may be on average (ε); without it the largest below which unrelated motion does not begin to match, and that the index is made for. Any value works with the same index. */
  epsilon_cm?: number | null;
  /** Also find variants beyond ε, by how the limbs move; this is slower. */
  extended?: boolean;
  /** Also find what is like the mirror image of the query. */
  mirrored?: boolean;
  /** Find matches in at most so many steps from the query. */
  tiers?: number | null;
  /** Merge matches that overlap by more than this share (σ). */
  same?: number;
  /** Count a match as new if it overlaps every other by less than this share (σ̂); raise it for queries of several periods. */
  apart?: number;
  /** Stretches `CLIP@first-last` that are no match. What is more like them than like the matches is none either. */
  reject?: string[];
  /** Only clips with all of these labels are searched. */
  labels?: string[];
  /** Save the result in the library under this name. */
  save?: string | null;
  /** How the file of the query is read. */
  read?: ReadOptions;
};

/** Show the matches of a saved search. */
export type SearchSavedRequest = {
  /** The library. */
  library?: string;
  /** The name under which it was saved. */
  name?: string;
};

/** A command as a page sends it. */
export type SentCommand = {
  /** The page's name for itself. */
  tab: string;
  /** The command. */
  command: Command;
};

/** What the page asks first. */
export type SessionFacts = {
  /** The version of the program. */
  version: string;
  /** [`segue::verbs::SCHEMA`]. */
  schema: number;
  /** The library that is open. */
  library: LibraryFacts;
  /** How much the server takes. */
  limits: LimitFacts;
  /** The default request of every verb. */
  verbs: Record<string, unknown>;
  /** Formats in which motion can be exported. */
  formats: string[];
};

/** The revision that a page has. */
export type Since = {
  /** The revision. */
  since?: number;
};

/** A skeleton. */
export type SkeletonFacts = {
  /** Its joints, each after its parent. */
  joints: JointFacts[];
  /** How many ends of bones it has beyond the joints. */
  end_sites: number;
};

/** A skeleton. */
export type SkeletonShape = {
  /** Its fingerprint. */
  hash: string;
  /** Its joints, each after its parent. */
  joints: JointShape[];
  /** Ends of bones beyond the joints. */
  ends: EndShape[];
};

/** A recorded sketch: what was seen, and what was drawn on it. Documented in `docs/sketches.md`. */
export type Sketch = {
  /** The version of the format. */
  segue_sketch: number;
  /** The view of paths that name none. */
  camera?: Camera | null;
  /** Further views by name. */
  views?: Record<string, Camera>;
  /** What is seen. */
  scene: Scene;
  /** Whose centre of mass is drawn; without it an adult, or the figure of the stances that are used. */
  figure?: SketchFigure | null;
  /** What was drawn. */
  paths: Drawing[];
};

/** One change of a sketch. Paths, contacts and arcs are counted from 0. */
export type SketchEdit = ({ edit: "stroke" } & {
  /** Its points, in pixels. */
  points: ([number, number])[];
  /** The view it is drawn in; the camera of the sketch without it. */
  view?: string | null;
}) | ({ edit: "delete" } & {
  /** The path. */
  path: number;
}) | ({ edit: "ends" } & {
  /** The path. */
  path: number;
  /** What its start means. */
  begin: StrokeEnd;
  /** What its end means. */
  end: StrokeEnd;
}) | ({ edit: "contact" } & {
  /** The path. */
  path: number;
  /** The contact. */
  contact: number;
  /** Where it is to be, on the ground. */
  place: [number, number, number];
}) | ({ edit: "apex" } & {
  /** The path. */
  path: number;
  /** The arc. */
  arc: number;
  /** How high it is to be above the scene's zero, in metres. */
  height: number;
}) | ({ edit: "speed" } & {
  /** The path. */
  path: number;
  /** The arc. */
  arc: number;
  /** How fast it is to be, in m/s. */
  speed: number;
}) | ({ edit: "step" } & {
  /** The path. */
  path: number;
  /** The contact. */
  contact: number;
  /** The feet. */
  foot?: Foot | null;
  /** The style. */
  style?: string | null;
}) | ({ edit: "lock" } & {
  /** The path. */
  path: number;
  /** The contact. */
  contact: number;
  /** Whether they are locked. */
  locked: boolean;
}) | ({ edit: "remove" } & {
  /** The path. */
  path: number;
  /** The contact. */
  contact: number;
}) | ({ edit: "forget" } & {
  /** The path. */
  path: number;
  /** The contact. */
  contact: number;
});

/** The figure that is drawn: its size scales heights and limits. */
export type SketchFigure = {
  /** Hip to ankle, in metres. */
  leg: number;
  /** Height of the centre of mass of the standing figure, in metres. */
  com_height: number;
  /** In kilograms. */
  mass: number;
};

/** What is known of a path. */
export type SketchedPath = {
  /** As it was drawn. */
  reading: PathFacts;
  /** As a body can do it. */
  plan: PathFacts;
  /** Limits that no path near the drawing keeps, in words; with stances the verdict says so. */
  broken: string[];
  /** Whether a body can do it; only with stances. */
  verdict: PathVerdict | null;
  /** The rigid body, moment by moment. */
  playback: RigidFacts[];
};

/** How a stance was found. */
export type Stage = "warp" | "few_stances" | "all_pairs";

/** Blend two stances, warp the blend to the blended parameters, or to those wanted, and judge it. */
export type StanceBlendRequest = {
  /** The first stance. */
  first?: NamedStance;
  /** The second stance. */
  second?: NamedStance;
  /** The share of the first; below 0 and above 1 it extrapolates. */
  share?: number;
  /** What the blend should do. */
  wanted?: WantedParams;
  /** How the horizontal force changes. */
  mode?: Mode;
  /** Use the support polygons of the stance with the larger share instead of blending them. */
  majority_support?: boolean;
};

/** The answer to [`StanceCoverageRequest`]. */
export type StanceCoverageAnswer = {
  /** The stances. */
  coverage: CoveredStance[];
};

/** Show what stances cover: for each, the range of each parameter in which a warp of it is plausible. */
export type StanceCoverageRequest = {
  /** The parameters that a slice of the picture does not show; those left out are the mean of the stances. */
  wanted?: WantedParams;
  /** Points along each side of a slice of the picture, 4 to 200. */
  points?: number;
  /** The stances. */
  source?: StanceSource;
};

/** What came of [`StanceExtractRequest`]. */
export type StanceExtractAnswer = {
  /** The clips that have stances. */
  clips: ClipStances[];
  /** Why other clips have none, a sentence for each. */
  without: string[];
};

/** Extract the stances of clips. */
export type StanceExtractRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** What the figure weighs. */
  mass_kg?: number;
};

/** What is reported about a stance. */
export type StanceFacts = {
  /** The clip it comes from and its number in it, or what was blended. */
  name: string;
  /** How it starts and ends. */
  kind: StanceKind;
  /** Which feet are on the ground. */
  footing: Footing;
  /** What it does: heights `zs`, `ze` and distance `x` in metres, speeds `vs`, `ve`, `vp` in m/s. */
  parameters: Params;
  /** When the contact begins, from the first apex. */
  landing_secs: number;
  /** When the contact ends. */
  liftoff_secs: number;
  /** When the second apex is reached. */
  end_secs: number;
  /** Where in which clips it comes from, in frames. */
  origins: StanceOrigin[];
};

/** The answer to [`StanceFindRequest`]. */
export type StanceFindAnswer = {
  /** The complete request, with the parameters that were left out. */
  wanted: Params;
  /** The stance; `None` if none meets the request. */
  found: FoundFacts | null;
  /** The nearest request that works, if none meets this one. */
  nearest: NearestFacts | null;
};

/** Find a stance that meets a request: a warp of one whose coverage contains the request, or else a blend of two. If none meets it, the answer suggests the nearest request that one meets, and names what is in the way. */
export type StanceFindRequest = {
  /** The request; parameters that are left out are the mean of the stances to choose from. */
  wanted?: WantedParams;
  /** How it starts and ends. */
  kind?: StanceKind;
  /** Use only stances on these feet. */
  feet?: Footing | null;
  /** Search as the paper does: every stance, then blends of the best few, then blends of every pair. */
  exhaustive?: boolean;
  /** The stances to choose from. */
  source?: StanceSource;
};

/** The answer to [`StanceJudgeRequest`]. */
export type StanceJudgeAnswer = {
  /** The stance. */
  stance: StanceFacts;
  /** Whether a body can do it. */
  judgement: JudgementFacts;
};

/** Judge whether a body can do a stance. */
export type StanceJudgeRequest = {
  /** The stance. */
  stance?: NamedStance;
};

/** What a stance begins and ends with. */
export type StanceKind = "whole" | "from_stand" | "to_stand";

/** Where in a clip a stance comes from, in frames of that clip, whole or not. */
export type StanceOrigin = {
  /** The clip's name, for people: several clips may have it. */
  clip: string;
  /** The fingerprint of the clip as it was read, by which it is found; not of its mirror image. */
  hash: string;
  /** Whether the clip was mirrored first. */
  mirrored: boolean;
  /** The share of this clip in a blend. */
  share: number;
  /** Frames per second of the clip. */
  rate: number;
  /** The turn about the vertical from the axes of the stance to the clip's world, in radians. */
  heading: number;
  /** The height of the ground in the clip's world, in metres. */
  ground: number;
  /** The last lift off before the stance, or its start where there is none. */
  takeoff: number;
  /** The first apex, or the still pose. */
  start: number;
  /** The contact begins. */
  landing: number;
  /** The contact ends. */
  liftoff: number;
  /** The second apex, or the still pose. */
  end: number;
  /** The next touch down, or the end where there is none. */
  next_landing: number;
};

/** What came of [`StancePathRequest`]. */
export type StancePathAnswer = {
  /** A motion for each path of a sketch; one for a list of stances. */
  paths: PathMotion[];
  /** The files that the front end wrote them to. */
  written: string[];
};

/** Make motion of the whole body along a path: a stance is found for each part of it, and the clips they come from are played along the simulated path. */
export type StancePathRequest = {
  /** What the path is. */
  path?: WantedPath;
  /** What the result is called; without it `path`. */
  name?: string | null;
  /** Frames per second of the result. */
  rate_hz?: number;
  /** Begin standing still. */
  from_stand?: boolean;
  /** End standing still. */
  to_stand?: boolean;
  /** The stances to choose from. */
  source?: StanceSource;
};

/** What came of [`StanceSketchRequest`]. */
export type StanceSketchAnswer = {
  /** The sketch with the changes made: what the next request begins with. */
  sketch: Sketch;
  /** Whether the shadow of the last path is to be drawn next. */
  shadow_next: boolean;
  /** What each change did. */
  outcomes: EditOutcome[];
  /** What is known of each path that has a shadow. */
  paths: SketchedPath[];
};

/** Edit a sketch, and report what is read and planned of it and whether a body can do it. Nothing is composed, so it is fast enough to be asked at every stroke. */
export type StanceSketchRequest = {
  /** What is drawn so far; a last path without a shadow waits for it. */
  sketch?: Sketch;
  /** Changes, in order. */
  edits?: SketchEdit[];
  /** Find captured stances and judge them; without it paths are only read and planned. */
  stances?: boolean;
  /** Moments per second of the rigid body to report; 0 for none. */
  playback_hz?: number;
  /** The stances to choose from. */
  source?: StanceSource;
};

/** Where stances come from, and how they are altered. */
export type StanceSource = {
  /** Files, folders, samples or `.segue-stances` files to take stances from; without any, the synthetic runs, jumps, leaps and hops. */
  from?: string[];
  /** Add the mirror images of the clips. */
  mirror?: boolean;
  /** How the horizontal force changes. */
  mode?: Mode;
  /** The mass of the figure. */
  mass_kg?: number;
  /** How files are read. */
  read?: ReadOptions;
};

/** What came of warping or blending stances. */
export type StanceWarpAnswer = {
  /** The stance. */
  stance: StanceFacts;
  /** What was done to its force. */
  change: ChangeFacts;
  /** Whether a body can do it. */
  judgement: JudgementFacts;
  /** Where the feet can push, at even moments of the contact. */
  support_polygons: SupportPolygon[];
};

/** Change the parameters of a stance exactly, by changing the force and shifting the contact in time; then judge whether a body can do it. */
export type StanceWarpRequest = {
  /** The stance. */
  stance?: NamedStance;
  /** What it should do. */
  wanted?: WantedParams;
  /** How the horizontal force changes. */
  mode?: Mode;
  /** Factor of the time on the ground. */
  ground_factor?: number;
};

/** Whether a body can do one step of a path. */
export type StepFacts = {
  /** The contact of the sketch, from 0; `None` without a sketch. */
  contact: number | null;
  /** The stance. */
  stance: StanceFacts;
  /** Whether nothing is wrong. */
  good: boolean;
  /** The verdict in words: that a body can do it, or why not and what works. */
  said: string;
  /** How far its foot is from the planned contact; only for sketches. */
  miss_metres: number | null;
  /** The nearest parameters that a body can do, where it cannot do this. */
  nearest: Params | null;
  /** The parameters in the way, the one most in it first. */
  in_the_way: string[];
  /** Edits of the sketch that ask for the nearest. */
  mend: SketchEdit[];
};

/** How the ends of a stroke are meant. */
export type StrokeEnd = "contact" | "apex" | "stand";

/** A clip of the library as the page lists it. */
export type StudioClip = {
  /** Its name, unique in the library. */
  name: string;
  /** The fingerprint of its motion. */
  hash: string;
  /** The fingerprint of its skeleton. */
  skeleton: string;
  /** How many frames it has. */
  frames: number;
  /** Frames per second. */
  rate_hz: number;
  /** How long it lasts. */
  duration_secs: number;
  /** How many joints it moves. */
  joints: number;
  /** Its labels. */
  labels: ClipLabel[];
  /** The name of the file that it was read from. */
  source: string;
  /** What the reader said about that file. */
  notes: NoteFacts[];
  /** Whether the file has a mesh that can be drawn. */
  mesh: boolean;
  /** The kinds of plants that were found. */
  feet: string[];
};

/** Where feet can push: a convex polygon on the floor. */
export type SupportPolygon = {
  /** Its corners from the contact point, heading and perpendicular in metres, counter-clockwise. */
  corners: ([number, number])[];
};

/** Markers and timelines. */
export type SyncAnswer = {
  /** The markers and timelines of all clips. */
  sheet: SyncSheet;
  /** The same as text for the engine. */
  text: string;
};

/** The moments of one clip. */
export type SyncClip = {
  /** Its name. */
  name: string;
  /** How long it lasts. */
  duration_secs: number;
  /** Its moments at the phases of the sheet, in seconds, strictly increasing; those of a loop go on beyond its duration. */
  timeline_secs: number[];
  /** When feet are set down and lifted. */
  markers: SyncMarker[];
};

/** For whom a sheet is written. */
export type SyncFormat = "json" | "bevy" | "godot" | "unreal";

/** A moment with a name. */
export type SyncMarker = {
  /** What happens, as `left_toe_down`; it may happen several times. */
  name: string;
  /** When it happens in the clip. */
  secs: number;
  /** When it happens in all clips. */
  phase: number;
};

/** Write sync markers for a game engine: markers where feet are set down and lifted, and timelines of corresponding moments. */
export type SyncRequest = {
  /** The clips. */
  clips?: ClipsRequest;
  /** The engine that the text is for: `json` (any program), `bevy`, `godot` or `unreal`. */
  format?: SyncFormat;
  /** How many times each timeline has, 2 to 100 000. */
  points?: number;
  /** A file with the registration of the clips; `register` is then ignored. */
  registration?: string | null;
  /** How the clips are registered. */
  register?: RegisterRequest;
};

/** Corresponding moments of several clips, in the words of game engines. */
export type SyncSheet = {
  /** The clip that the others were compared with. */
  reference: string;
  /** Whether the clips are loops: phase 1 goes on at phase 0, and moments count modulo the duration of their clip. */
  looping: boolean;
  /** The phases at which the timelines of the clips have values. */
  phases: number[];
  /** The clips. */
  clips: SyncClip[];
};

/** What is reported of a transition. */
export type TransitionAnswer = {
  /** Where the transition is. */
  transition: TransitionFacts;
} & MadeFacts;

/** Where a transition is. */
export type TransitionFacts = {
  /** The names of the clips. */
  clips: [string, string];
  /** Its middle in either clip. */
  at_secs: [number, number];
  /** Time to either side of the middle. */
  half_width_secs: number;
  /** The most that fits to either side. */
  largest_half_width_secs: number;
  /** Its first and last frame in the motion that was made. */
  frames: [number, number];
  /** Mean distance of corresponding frames. */
  mean_distance_cm: number;
};

/** Go from one clip over into another: the first clip up to the transition, the transition, and the second clip from there on. */
export type TransitionRequest = {
  /** The two clips. */
  clips?: ClipsRequest;
  /** Where the transition is. */
  middle?: MiddleRequest;
  /** Begin and end on whole frames of the clips, so that the rest of them is left untouched. */
  snap?: boolean;
  /** Look for the best path as a whole instead of stretch by stretch. */
  optimal?: boolean;
  /** How the clips are registered. */
  register?: RegisterRequest;
  /** How the motion is made. */
  make?: MakeRequest;
};

/** The axis of a file that points up; a [`Clip`](segue_motion::Clip) is always Y up. */
export type Up = "X" | "Y" | "Z";

/** The name of a file that is uploaded. */
export type UploadName = {
  /** Its name. */
  name: string;
};

/** A file is kept. */
export type Uploaded = {
  /** Its size. */
  bytes: number;
};

/** What else is asked of a verb. */
export type VerbQuery = {
  /** `linear`: the linear blend beside the registered one. */
  extra: string | null;
  /** Keep the motion in the library under this name. */
  save: string | null;
};

/** A motion judged by its sources. */
export type VerdictFacts = {
  /** Whether nothing is wrong. */
  good: boolean;
  /** One line for a person: that it is good, or what is wrong, where, and what to try. */
  summary: string;
  /** What is wrong, the most conspicuous first. */
  faults: FaultFacts[];
  /** How far planted feet drift, where they are not held. */
  drift: DriftFacts | null;
};

/** A limit that a stance does not keep. */
export type ViolationFacts = {
  /** Which limit. */
  what: Limit;
  /** What the stance has. */
  value: number;
  /** What a body can do. */
  limit: number;
  /** The same in words. */
  text: string;
};

/** What a stance should do; parameters that are left out stay the same. */
export type WantedParams = {
  /** Height of the centre of mass at the first apex, in metres above the ground of the contact. */
  zs?: number | null;
  /** Height at the second apex, in metres. */
  ze?: number | null;
  /** Speed at the first apex, in m/s. */
  vs?: number | null;
  /** Speed along the same heading at the second apex, in m/s. */
  ve?: number | null;
  /** Speed to the right of the heading at the second apex, in m/s. */
  vp?: number | null;
  /** Distance along the heading from apex to apex, in metres. */
  x?: number | null;
};

/** A path: what each stance does, or how it was drawn. */
export type WantedPath = {
  /** What each stance does. The first may have the kind `from_stand`, the last `to_stand`. */
  stances: Request[];
} | Sketch;

/** The weights at one moment. */
export type WeightRow = {
  /** The moment. */
  secs: number;
  /** How much each clip counts, in the order of the clips. */
  weights: number[];
};

/** Contacts of a path. */
export type Which = { "contact": number } | { "contacts": [number, number] } | { "near": [number, number, number] } | { "all": boolean };

/** Something that is wanted of one or more stances of a path. */
export type Wish = {
  /** Which feet touch down. */
  foot?: Foot | null;
  /** A clip's name, or `run`, `leap`, `hop`, `jump`, or `same` as the one before: preferred. */
  style?: string | null;
  /** Only stances of these clips, or these stances (`CLIP:N`). */
  from?: string[];
  /** Where the contact is to be, in metres. */
  place?: [number, number, number] | null;
  /** Speed of the arc after the contact, in m/s. */
  speed?: number | null;
  /** Height of the apex after the contact above the scene's zero, in metres. */
  apex_height?: number | null;
  /** Whether there is no contact here, whatever the strokes look like. */
  removed?: boolean;
  /** Time of the contact. */
  ground_secs?: number | null;
  /** How much it is wanted; 1 unless said. */
  weight: number;
  /** Whether place, speed, apex and time stay as they are here, whatever else is edited. */
  locked?: boolean;
} & Which;

/** The document. */
export type WorkspaceFacts = {
  /** How many commands made it. */
  revision: number;
  /** The page's own data. */
  document: unknown;
};

/** A motion file that was written. */
export type WrittenFacts = {
  /** The file; an Acclaim motion has its skeleton file as well. */
  files: string[];
  /** The names of its clips. */
  clips: string[];
  /** How many frames they have together. */
  frames: number;
};

/** What each verb takes and gives. */
export interface Verbs {
  "blend": [BlendRequest, BlendAnswer];
  "control": [ControlRequest, ControlAnswer];
  "convert": [ConvertRequest, ConvertAnswer];
  "index": [IndexRequest, IndexAnswer];
  "info": [InfoRequest, InfoAnswer];
  "inspect": [InspectRequest, InspectAnswer];
  "library.add": [LibraryAddRequest, LibraryAddAnswer];
  "library.check": [LibraryCheckRequest, LibraryCheckAnswer];
  "library.compact": [LibraryCompactRequest, LibraryCompactAnswer];
  "library.export": [LibraryExportRequest, LibraryExportAnswer];
  "library.label": [LibraryLabelRequest, LibraryLabelAnswer];
  "library.list": [LibraryListRequest, LibraryListAnswer];
  "library.new": [LibraryNewRequest, LibraryNewAnswer];
  "library.remove": [LibraryRemoveRequest, LibraryRemoveAnswer];
  "library.rename": [LibraryRenameRequest, LibraryRenameAnswer];
  "map": [MapRequest, MapAnswer];
  "parametric.at": [ParametricAtRequest, ParametricAtAnswer];
  "parametric.build": [ParametricBuildRequest, ParametricBuildAnswer];
  "parametric.eval": [ParametricEvalRequest, ParametricEvalAnswer];
  "parametric.from": [ParametricFromRequest, ParametricBuildAnswer];
  "parametric.show": [ParametricShowRequest, ParametricShowAnswer];
  "plants": [PlantsRequest, PlantsAnswer];
  "pose": [PoseRequest, PoseAnswer];
  "register": [RegistrationRequest, RegistrationAnswer];
  "samples": [SamplesRequest, SamplesAnswer];
  "search.explain": [SearchExplainRequest, SearchExplainAnswer];
  "search": [SearchRequest, SearchAnswer];
  "search.saved": [SearchSavedRequest, SavedSearch];
  "stance.blend": [StanceBlendRequest, StanceWarpAnswer];
  "stance.coverage": [StanceCoverageRequest, StanceCoverageAnswer];
  "stance.extract": [StanceExtractRequest, StanceExtractAnswer];
  "stance.find": [StanceFindRequest, StanceFindAnswer];
  "stance.judge": [StanceJudgeRequest, StanceJudgeAnswer];
  "stance.path": [StancePathRequest, StancePathAnswer];
  "stance.sketch": [StanceSketchRequest, StanceSketchAnswer];
  "stance.warp": [StanceWarpRequest, StanceWarpAnswer];
  "sync": [SyncRequest, SyncAnswer];
  "transition": [TransitionRequest, TransitionAnswer];
}

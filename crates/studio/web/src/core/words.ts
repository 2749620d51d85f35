// All sentences of the page: what happened, then what to do.

/** Seconds for a person: `0.82 s`. */
export const secs = (value: number, digits = 2): string => `${value.toFixed(digits)} s`;

/** Megabytes of a file. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** `1 clip`, `2 clips`. */
export const count = (n: number, noun: string, many = `${noun}s`): string => `${n} ${n === 1 ? noun : many}`;

/** A duration that is only estimated. */
export const about = (seconds: number): string =>
  seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

export const words = {
  empty: "Drop BVH, ASF/AMC, GLB, glTF or FBX files here, or",
  nothingSelected: "Click a clip to play it. Ctrl-click a second one to blend them.",
  noWebGl: "Clips, search and export still work.",
  noMatchForFilter: (filter: string) => `No clip is called or labelled "${filter}".`,
  tooLarge: (file: string, size: string, limit: string) => `${file} is ${size} MB; the limit is ${limit} MB.`,
  tooLargeWay: (size: string) =>
    `Start with \`segue studio --max-upload ${size}\` or add it with \`segue library add\`.`,
  notAdded: (file: string) => `${file} was not added.`,
  addingCancelled: "Cancelled; nothing was added.",
  unreadable: "It cannot be read: it is a folder, or was moved or deleted. Drop the files themselves.",
  oneClip: (name: string) => `Select another clip to blend with ${name}.`,
  notRegistrable: (a: string, b: string) => `${a} and ${b} do not correspond.`,
  noRange: "Drag over an example on the timeline, then press Find like this.",
  notIndexed: "This library is not indexed yet.",
  indexStopped: "The index is not finished.",
  indexStoppedWay: "Segue ended while it was made.",
  partlyIndexed: "Clips that were added since the last index are not searched.",
  indexTakes: (time: string, clips: number) => `About ${time} for ${count(clips, "clip")}.`,
  nothingFound: (epsilon: string) => `Nothing else is within ${epsilon} cm.`,
  rejected: "What is more like a rejected match than like the others is left out too.",
  explosion: (epsilon: string) => `Above ${epsilon} cm almost everything matches; the slider stops there.`,
  tooFew: (n: number, d: number) =>
    `${count(n, "example")} ${n === 1 ? "is" : "are"} too few for ${count(d, "measure")}; ${d + 1} are needed.`,
  outOfReach: (cm: string) => `${cm} cm out of reach; this is the nearest motion.`,
  nearestMotion: "Out of reach; this is the nearest motion.",
  sketchStart: (height: string) =>
    `Draw where the body's centre should fly. The figure beside it is ${height} m tall.`,
  sketchArcs: "One arc for each flight, two or more in one stroke; each dip between them is a step.",
  sketchShadow: "Now draw its shadow on the ground, in the same direction.",
  shadowLeaves: (place: string) => `The shadow leaves the ground ${place}.`,
  shadowWay: "Draw it again, on the ground or on what stands there.",
  gone: "Segue is not running.",
  goneWay: "Your last change is kept here. Restart `segue studio`; this page reconnects.",
  otherTab: (what: string) => `Changed in another tab: ${what}.`,
  bug: "That should not happen.",
  bugWay: "Nothing was lost.",
};

// Validates glTF and GLB files with the Khronos validator.
//
//   node tools/validator/validate.mjs FILE…
//
// Prints one JSON object a file: {"file", "errors", "warnings", "infos", "hints", "messages": [{code, severity, message,
// pointer}]}. Exits with 1 when a file has an error or a warning, with 2 when a file cannot be read at all.

import { readFile } from "node:fs/promises";
import path from "node:path";
import validator from "gltf-validator";

async function report(file) {
  const folder = path.dirname(file);
  const { issues } = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: path.basename(file),
    maxIssues: 10_000,
    externalResourceFunction: async (uri) => new Uint8Array(await readFile(path.join(folder, decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, numInfos, numHints, messages } = issues;
  return { file, errors: numErrors, warnings: numWarnings, infos: numInfos, hints: numHints, messages };
}

for (const file of process.argv.slice(2)) {
  try {
    const result = await report(file);
    console.log(JSON.stringify(result));
    if (result.errors + result.warnings > 0) process.exitCode ||= 1;
  } catch (error) {
    console.error(`${file}: ${error.message ?? error}`);
    process.exitCode = 2;
  }
}

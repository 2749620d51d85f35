import assert from "node:assert/strict";
import test from "node:test";
import { proposed } from "../../src/library/propose";

test("one clip is inspected, several are blended or compared as the last ones were", () => {
  assert.equal(proposed("inspect", "blend", 1, 2), "blend");
  assert.equal(proposed("inspect", "transition", 1, 2), "transition");
  assert.equal(proposed("register", "register", 1, 2), "register");
  assert.equal(proposed("blend", "blend", 2, 3), "blend");
  assert.equal(proposed("register", "register", 2, 1), "inspect");
  assert.equal(proposed("sketch", "blend", 0, 1), "inspect");
  assert.equal(proposed("pose", "blend", 0, 1), "pose");
  assert.equal(proposed("search", "blend", 2, 1), "search");
});

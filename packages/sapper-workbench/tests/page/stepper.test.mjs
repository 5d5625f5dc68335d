import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Playback } from "../../src/sapper_workbench/web/page/app/parts/stepper.js";

let playback;
beforeEach(() => {
  playback = Object.assign(new Playback(), { count: 10, pace: () => 100 });
});

/** The steps shown at times, while each next step is shown as soon as it is due. */
function shownAt(times) {
  return times.map((time) => {
    while (playback.playing && !playback.atEnd && playback.due <= time) playback.next(playback.due);
    return playback.at;
  });
}

test("steps go forwards and backwards, and no further than the ends", () => {
  playback.by(1);
  playback.by(10);
  assert.equal(playback.at, 10);
  playback.by(-1);
  playback.by(-10);
  assert.equal(playback.at, 0);
  playback.to(7);
  assert.equal(playback.at, 7);
  playback.to(-3);
  assert.equal(playback.at, 0);
});

test("the end of a game that goes on follows its steps; a step of it does not", () => {
  Object.assign(playback, { live: true, count: 3 });
  playback.to(Infinity);
  playback.count = 8;
  assert.equal(playback.at, 8);
  playback.by(-1);
  playback.count = 9;
  assert.equal(playback.at, 7);
});

test("it plays one step a period, to the end", () => {
  playback.begin(1000);
  assert.deepEqual(shownAt([1000, 1099, 1100, 1350, 5000]), [0, 0, 1, 3, 10]);
});

test("at the speed of the game each step comes after the time that it took", () => {
  Object.assign(playback, { count: 3, pace: (at) => [0, 1500, 20][at] });
  playback.begin(1000);
  assert.deepEqual(shownAt([1000, 2499, 2500, 2519, 2520]), [1, 1, 2, 2, 3]);
});

test("a late timer does not slow it down, a long absence is not made up for", () => {
  playback.begin(0);
  playback.next(130); // due at 100
  assert.equal(playback.due, 200);
  playback.next(900);
  assert.deepEqual([playback.at, playback.due], [2, 1000]);
});

test("any step by hand pauses, and a timer that had run out changes nothing", () => {
  for (const act of [(now) => now.to(4), (now) => now.by(4), (now) => now.pause()]) {
    playback.begin(0);
    act(playback);
    const { at } = playback;
    playback.next(100);
    assert.deepEqual([playback.playing, playback.at], [false, at]);
  }
});

test("it waits for steps that are still coming", () => {
  Object.assign(playback, { live: true, count: 1 });
  playback.begin(0);
  assert.deepEqual(shownAt([500]), [1]);
  assert.ok(playback.playing && playback.atEnd);
  playback.next(600);
  assert.equal(playback.at, 1);
  playback.count = 2;
  playback.next(700);
  assert.equal(playback.at, 2);
});

test("play goes on where it paused, and from the start at the end of a game", () => {
  playback.to(4);
  playback.play(true, 0);
  assert.equal(playback.at, 4);
  playback.to(10);
  playback.play(true, 0);
  assert.deepEqual([playback.at, playback.playing, playback.due], [0, true, 100]);
  playback.to(10);
  playback.live = true;
  playback.play(true, 0);
  assert.equal(playback.at, 10);
  playback.play(false, 0);
  assert.equal(playback.playing, false);
});

const place = (now) => [now.at, now.looking];

test("by halves it stops before each step, where its reason is shown", () => {
  playback.count = 2;
  const places = [];
  for (let i = 0; i < 5; i++) {
    playback.byHalves(1);
    places.push(place(playback));
  }
  assert.deepEqual(places, [[0, true], [1, false], [1, true], [2, false], [2, false]]);
  playback.byHalves(-1);
  assert.deepEqual(place(playback), [1, true]);
  playback.by(-1);
  assert.deepEqual(place(playback), [0, false]);
  playback.byHalves(-1);
  assert.deepEqual(place(playback), [0, false]);
  playback.byHalves(1);
  playback.to(1);
  assert.deepEqual(place(playback), [1, false]);
});

test("a reason is not shown before its step has arrived", () => {
  Object.assign(playback, { live: true, count: 1 });
  playback.to(1);
  playback.byHalves(1);
  assert.deepEqual(place(playback), [1, false]);
  playback.count = 2;
  assert.deepEqual(place(playback), [1, false]);
  playback.byHalves(1);
  assert.deepEqual(place(playback), [1, true]);
});

test("both halves take half a period each when it plays", () => {
  Object.assign(playback, { halves: true, pace: () => 50 });
  playback.begin(0);
  const found = [0, 50, 100, 150].map((time) => {
    shownAt([time]);
    return place(playback);
  });
  assert.deepEqual(found, [[0, false], [0, true], [1, false], [1, true]]);
  playback.halves = false;
  playback.next(1000);
  assert.deepEqual(place(playback), [2, false]);
});

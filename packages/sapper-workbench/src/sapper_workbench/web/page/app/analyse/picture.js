// Pictures as input: the page converts any picture that the browser can show to a PNG file.

import { Refusal } from "../api.js";
import { minesKnown } from "../board/position.js";

const MAX_PIXELS = 9_000_000; // as the server
const MAX_FILE_BYTES = 700_000; // in base64 it has to fit into a request
const FINER = [0xff, 0xf0, 0xe0]; // the bits of a colour that are kept, fewer for larger files

export const isPicture = (file) => file.type.startsWith("image/");

/** A picture as a PNG file. @throws {Refusal} if it cannot be shown or is too large */
export async function asPng(file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Refusal("this picture is damaged or in a format that this browser cannot show", 0);
  });
  const { width, height } = bitmap;
  if (width * height > MAX_PIXELS)
    throw new Refusal(`a picture may have at most ${MAX_PIXELS.toLocaleString("en")} pixels: crop it to the board`, 0);
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  if (!ctx) throw new Error("this browser cannot draw");
  ctx.fillStyle = "#fff";
  ctx.fillRect(0, 0, width, height);
  ctx.drawImage(bitmap, 0, 0);
  for (const kept of FINER) {
    if (kept !== 0xff) coarsen(ctx, width, height, kept);
    const png = await canvas.convertToBlob({ type: "image/png" });
    if (png.size <= MAX_FILE_BYTES) return png;
  }
  throw new Refusal("this picture is too large: crop it to the board", 0);
}

function coarsen(ctx, width, height, kept) {
  const pixels = ctx.getImageData(0, 0, width, height);
  for (let i = 0; i < pixels.data.length; i++) if (i % 4 !== 3) pixels.data[i] &= kept;
  ctx.putImageData(pixels, 0, 0);
}

/** The notice about how a position was read: `{words, kind}`. */
export function readingNotice({ doubtful, words }, board) {
  const asked = minesKnown(board) ? "" : "Check the board, and enter the number under Position if you know it.";
  const doubt = doubtful.length ? "Correct the cells marked with a question mark." : "";
  const read = `Read a board of ${board.width}×${board.height}: ${words}.`;
  return { words: [read, asked, doubt].filter(Boolean).join(" ") };
}

// Values of the page that many of its modules share.

/** A board as the page keeps it: some of the rules may be unknown, and the visitor may draw mines on it. */
type Board = Omit<Api.BoardJson, "rules" | "cells"> & {
  rules: Partial<Api.Rules>;
  cells: string[];
  drawn?: Set<number>;
  variant?: string; // its rules, the clues beside it, and what each clue looks at
  plain?: boolean;
  beside?: [[number, number], string][];
  lines?: string[];
  views?: number[][];
};

type Size = { width: number; height: number };

/** A node of a tree of moves; further fields describe the move. */
type Node = {
  id: number;
  parent: any; // its number, null for the start
  children: number[];
  latest: any; // the number of the child visited last
  depth: number; // moves since the start
  comment: string;
  [field: string]: any;
};

/** A tree of moves with a cursor. */
type Tree = { nodes: any; root: number; at: number; newest: number; start?: any };

/** The look of a board: its colours by name, and those of clues, risks and the lower edges of tiles. */
type Look = Record<string, string> & {
  pips: boolean;
  clues: string[];
  heat: (risk: number) => string;
  depth: (risk: number) => string;
};

type Colour = string | CanvasGradient | CanvasPattern;

/** A square to draw in, which is a cell or a part of one, in pixels of a canvas. */
type Square = {
  ctx: CanvasRenderingContext2D;
  look: Look;
  x: number;
  y: number;
  size: number;
  hex?: boolean; // whether it is the square in the middle of a hexagon of the same width
};

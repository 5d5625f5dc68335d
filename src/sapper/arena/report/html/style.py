"""The style sheet of the report page: light and dark, for desktops, phones and paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --ink: #1f2328; --quiet: #626a73; --line: #e2ded6; --card: #ffffff;
  --accent: #1f5fa8; --on: #ffffff; --warn: #9a4b00;
  --part-0: #1f5fa8; --part-1: #b4540a; --part-2: #1b7a5a; --part-3: #8b3f8f;
  --part-4: #7a6a00; --part-5: #b23a48; --part-6: #4d6470; --part-7: #5a4fc4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e6e3dc; --quiet: #9aa3ad; --line: #30363d; --card: #1b1f24;
    --accent: #7db4f0; --on: #10141a; --warn: #e8a860;
    --part-0: #7db4f0; --part-1: #f0a363; --part-2: #66c7a0; --part-3: #d699da;
    --part-4: #cdbb52; --part-5: #f08e98; --part-6: #a5b8c2; --part-7: #aca4f5;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 3.5rem 0 0; }
h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
p { margin: .25rem 0; }
.quiet, figcaption, .figures, summary, dt, footer { color: var(--quiet); }
.warn { color: var(--warn); }
nav ul { margin: 1rem 0 0; padding: 0; list-style: none; columns: 18rem; }
figure {
  margin: 1rem 0; padding: .9rem 1.1rem 1rem;
  background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
}
figcaption { font-size: .9rem; margin-bottom: .6rem; }
.row + .row { margin-top: .45rem; }
.label { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.label { font-size: .9rem; }
.named { display: inline-flex; align-items: baseline; }
.badge {
  display: inline-block; min-width: 1.45em; margin-right: .45em; padding: 0 .25em;
  border-radius: 1em; background: var(--accent); color: var(--on);
  font-size: .75rem; line-height: 1.45; text-align: center;
}
svg { display: block; width: 100%; overflow: visible; font: 12px system-ui, sans-serif; }
.inset { padding: 0 .8rem 0 3rem; }
.grid { stroke: var(--line); }
.zero { stroke: var(--quiet); stroke-width: 1.5; }
.whisker { stroke: var(--accent); stroke-width: 2; }
.dot { fill: var(--accent); stroke: var(--accent); stroke-width: 2; }
.open { fill: var(--card); }
.family { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 2 4; }
.tick { fill: var(--quiet); }
.number { fill: var(--on); text-anchor: middle; font-weight: 600; }
.legend { margin-top: .7rem; font-size: .85rem; }
.legend > span { display: inline-block; margin-right: 1.2rem; }
.legend i {
  display: inline-block; width: .8em; height: .8em; margin-right: .45em; border-radius: .15em;
}
.part { stroke: var(--card); stroke-width: 1; }
.part-0 { fill: var(--part-0); background: var(--part-0); }
.part-1 { fill: var(--part-1); background: var(--part-1); }
.part-2 { fill: var(--part-2); background: var(--part-2); }
.part-3 { fill: var(--part-3); background: var(--part-3); }
.part-4 { fill: var(--part-4); background: var(--part-4); }
.part-5 { fill: var(--part-5); background: var(--part-5); }
.part-6 { fill: var(--part-6); background: var(--part-6); }
.part-7 { fill: var(--part-7); background: var(--part-7); }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; overflow-wrap: normal; }
th { color: var(--quiet); font-weight: 500; text-align: right; vertical-align: bottom; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
td { text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td:first-child { min-width: 11rem; white-space: normal; }
th:last-child, td:last-child { padding-right: 0; }
.best { font-weight: 700; }
details { margin-top: .5rem; font-size: .9rem; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dd { margin: 0; }
code { font: .9em ui-monospace, monospace; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .9rem; }
footer p { margin: .5rem 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media print { figure, table { break-inside: avoid; } }
"""

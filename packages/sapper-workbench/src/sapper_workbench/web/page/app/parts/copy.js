// Links to copy.

/** Copy a whole address of the page, `#view?field=…`, and say so; where copying is forbidden, show it. */
export async function copyLink(hash, words, onNotice) {
  const whole = `${location.origin}${location.pathname}${hash}`;
  try {
    await navigator.clipboard.writeText(whole);
    onNotice({ words });
  } catch {
    onNotice({ words: whole });
  }
}

let breathed = 0;

/** Lets timers and ended commands run, at most once per millisecond. Reading files alone never yields. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < 1) return;
  await new Promise(setImmediate);
  breathed = performance.now();
}

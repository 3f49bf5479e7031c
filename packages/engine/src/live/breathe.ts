let breathed = 0;

/** Lets timers and commands that ended have their turn, once a millisecond at most: reading files alone never would. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < 1) return;
  await new Promise(setImmediate);
  breathed = performance.now();
}

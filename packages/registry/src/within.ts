/** The result of a task, or undefined once the seconds have passed. */
export async function within<T>(seconds: number, task: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });
  try {
    return await Promise.race([task(), expired]);
  } finally {
    clearTimeout(timer);
  }
}

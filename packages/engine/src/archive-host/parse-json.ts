/** What a JSON text holds; undefined where it is none. Whoever asks checks the shape of what it uses. */
export function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

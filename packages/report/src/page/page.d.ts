/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** A script or style of the page as text: the build bundles it. */
declare module '*?page' {
  const text: string;
  export default text;
}

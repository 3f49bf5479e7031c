import { nameMatcher } from '@hostspec/spec';

/** Like `nameMatcher`, for one part of a path: a name that begins with a dot only matches a pattern that does, too. */
export function fileNameMatcher(part: string): (name: string) => boolean {
  const matcher = nameMatcher(part);
  return part.startsWith('.') ? matcher : (name) => !name.startsWith('.') && matcher(name);
}

/** Makes a matcher of paths by the rules of `glob_file`: part by part, so that no wildcard stands for a slash. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const matchers = pattern.split('/').map(fileNameMatcher);
  return (path) => {
    const names = path.split('/');
    return names.length === matchers.length && matchers.every((matcher, i) => matcher(names[i] ?? ''));
  };
}

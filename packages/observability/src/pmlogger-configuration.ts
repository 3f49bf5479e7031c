/** The content of a pmlogger configuration: the metrics logged as `mandatory on`, or why it cannot be read. */
export type PmloggerConfiguration = { readonly mandatory: readonly string[] } | { readonly problem: string };

interface Token {
  readonly text: string;
  readonly line: number;
}

const unit = /^(milliseconds?|msecs?|seconds?|secs?|minutes?|mins?|hours?)$/;

/** Reads a pmlogger configuration; metrics distinct and sorted, without instances and the access section. */
export function parsePmlogger(text: string): PmloggerConfiguration {
  const tokens = tokensOf(text);
  const mandatory = new Set<string>();
  let position = 0;
  const peek = () => tokens[position]?.text;
  const take = (...texts: string[]) => texts.includes(peek() ?? '') && ++position > 0;

  /** Whether the access section begins here, which can be on the line of the last statement. */
  const isAccess = (): boolean =>
    ['[', 'access', ']'].every((word, index) => tokens[position + index]?.text === word);

  const metric = (): string | undefined => {
    const name = peek();
    if (name === undefined || !/^[A-Za-z][\w.]*$/.test(name)) return undefined;
    position++;
    if (isAccess() || !take('[')) return name;
    while (/^["\w]/.test(peek() ?? '')) {
      position++;
      take(',');
    }
    return take(']') ? name : undefined;
  };

  const interval = (): boolean => {
    if (take('once', 'default')) return true;
    take('every');
    if (!/^\d+$/.test(peek() ?? '')) return false;
    position++;
    return unit.test(peek() ?? '') && ++position > 0;
  };

  /** The metrics of one statement; undefined if it is incomplete. */
  const statement = (): string[] | undefined => {
    take('log');
    const isMandatory = take('mandatory');
    if (!isMandatory) take('advisory');
    const isOn = take('on');
    if (isOn ? !interval() : !take('off') && !(isMandatory && take('maybe'))) return undefined;
    const names: string[] = [];
    const isBlock = take('{');
    do {
      const name = metric();
      if (name === undefined) return undefined;
      names.push(name);
      if (isBlock) take(',');
    } while (isBlock && !take('}'));
    return isMandatory && isOn ? names : [];
  };

  while (position < tokens.length && !isAccess()) {
    const names = statement();
    if (!names) {
      const at = tokens[position];
      return { problem: at ? `line ${at.line} is wrong at ${JSON.stringify(at.text)}` : 'it breaks off' };
    }
    for (const name of names) mandatory.add(name);
  }
  return { mandatory: [...mandatory].sort() };
}

function tokensOf(text: string): Token[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(/#.*|"[^"]*"?|\d+|[\w.]+|\S/g)].map(([token]) => ({
        text: token,
        line: index + 1,
      })),
    )
    .filter(({ text: token }) => !token.startsWith('#'));
}

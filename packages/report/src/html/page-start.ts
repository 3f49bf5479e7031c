import { createHash } from 'node:crypto';

/** The text of a script or style, which is loaded when it is needed. */
type Text = Promise<{ readonly default: string }>;

/** The start of a page: its head, index and script. The script runs before the browser has read the data that follows. */
export async function pageStart(title: string, index: unknown, scriptOfPage: Text): Promise<string> {
  const [{ default: script }, { default: style }] = await Promise.all([
    scriptOfPage,
    import('../page/page.css?page'),
  ]);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types hostspec',
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from a network.</noscript>
${jsonElement('index', index)}<script>${script}</script>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Data of a page. */
export function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${inertJson(value)}</script>\n`;
}

/** JSON that cannot end the element that it is in. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}

/** What ends a page. */
export const pageEnd = '</body>\n</html>\n';

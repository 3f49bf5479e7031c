import { configurationFiles } from '@hostspec/facts';
import { defineProvider, type Host, nothing } from '@hostspec/spec';

const main = '/etc/rsyslog.conf';
const patterns = [main, '/etc/rsyslog.d/*.conf'];

/** The certificate that rsyslog presents to its TLS peers. */
export const rsyslogTlsCertFile = defineProvider({
  name: 'rsyslog_tls_cert_file',
  doc: `The first value of DefaultNetstreamDriverCertFile in ${main} and, if it includes files, ${patterns[1]}: from \`global(…)\` or the older \`$DefaultNetstreamDriverCertFile\`, in any letter case. The reference implementation keeps the closing quote and parenthesis of \`global(…="…")\`, and uses the name as the value if there are spaces around the \`=\`.`,
  yields: 'string',
  evaluate: ({ host }) => globalParameter(host, 'DefaultNetstreamDriverCertFile'),
});

/** The authority that rsyslog trusts to sign the certificates of its TLS peers. */
export const rsyslogTlsCaCertFile = defineProvider({
  name: 'rsyslog_tls_ca_cert_file',
  doc: 'The first value of DefaultNetstreamDriverCAFile; read in the same way as rsyslog_tls_cert_file.',
  yields: 'string',
  evaluate: ({ host }) => globalParameter(host, 'DefaultNetstreamDriverCAFile'),
});

async function globalParameter(host: Host, name: string) {
  for (const text of await configurationTexts(host)) {
    const value = firstValue(text, name);
    if (value !== undefined) return value;
  }
  return nothing(`the configuration of rsyslog sets no ${name}`);
}

/** The first value of a parameter in one file. The older form takes a whole word, and strings contain no parameters. */
function firstValue(text: string, name: string): string | undefined {
  const quoted = `"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'`;
  const older = `^[ \\t]*\\$${name}[ \\t]+(?:${quoted}|(\\S+))`;
  const newer = `(?<![\\w$])${name}\\s*=\\s*(?:${quoted}|([^\\s"'(),=]+)(?=[\\s,)]|$))`;
  const token = new RegExp(`${older}|${newer}|"(?:[^"\\\\\\n]|\\\\.)*"|\\\\.`, 'gim');
  for (const [, ...groups] of text.matchAll(token)) {
    const [double, single, bare] = [0, 1, 2].map((index) => groups[index] ?? groups[index + 3]);
    const value = double?.replace(/\\(.)/g, '$1') ?? single ?? bare;
    if (value) return value;
  }
  return undefined;
}

async function configurationTexts(host: Host): Promise<string[]> {
  const { paths } = await host.glob(patterns);
  const content = configurationFiles(host, 'rsyslog');
  const text = async (path: string): Promise<string> => withoutComments((await content.read(path)) ?? '');
  const mainText = paths.includes(main) ? await text(main) : '';
  if (!/(^|\s)(include\s*\(|\$IncludeConfig\s)/i.test(mainText)) return [mainText];
  const texts: string[] = [];
  for (const path of paths) texts.push(path === main ? mainText : await text(path));
  return texts;
}

// A comment begins after a space or at the start of a line: `/etc/rsyslog.d/*.conf` and `a#b` contain none.
function withoutComments(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.)*"|\\.|(?<=^|\s)#.*|(?<=^|\s)\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/gm,
    (found) => (/^["\\]/.test(found) ? found : ' '),
  );
}

import { fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { awsImdsv2Token } from './providers.js';

const request = (endpoint = 'http://169.254.169.254') =>
  `/usr/bin/curl -s -X PUT "${endpoint}/latest/api/token" -H "X-aws-ec2-metadata-token-ttl-seconds: 300" --connect-timeout 5`;
const files = { '/sys/class/dmi/id/bios_vendor': 'Amazon EC2\n' };
const token = 'AQAEAFTNrA4eEGx0AQgJ1arIq_Cc-t4tWt3fB0Hd8RKhXlKc5ccvhg==';
const tokenFrom = (output: string, rc = 0) =>
  awsImdsv2Token.definition.evaluate(
    fakeContext(fakeHost({ files, commands: { [request()]: { output, rc } } })),
  );

describe('aws_imdsv2_token', () => {
  test.each([token, `${token}\n`, ` ${token}\r\n\n`])('takes %j', async (output) => {
    expect(await tokenFrom(output)).toBe(token);
  });

  test.each([
    ['an HTML page', '<?xml version="1.0"?>\n<html><head><title>403 - Forbidden</title></head></html>\n'],
    ['HTML in one line', '<html><body>404</body></html>'],
    ['JSON', '{"error":"x"}'],
    ['a warning', 'Warning: The file name argument does not match\n'],
    ['a warning before the token', `curl: warning: something\n${token}\n`],
    ['blanks inside', 'Not Found'],
    ['two tokens', `${token}\n${token}\n`],
    ['control characters', 'abc\u001b[31m'],
    ['a quote, which would leave the header', 'abc"\n'],
  ])('refuses %s, and does not repeat it', async (_what, output) => {
    const value = await tokenFrom(output);
    expect(value).toEqual({ nothing: 'the answer of the AWS metadata service does not look like a token' });
  });

  test.each(['', '\n', '  \n\n'])('refuses the empty answer %j', async (output) => {
    expect(await tokenFrom(output)).toEqual({ nothing: expect.stringContaining('empty answer') });
  });

  test('a failing curl gives nothing, whatever it printed', async () => {
    expect(await tokenFrom(token, 7)).toEqual({ nothing: expect.stringContaining('curl failed') });
  });

  test('sends nothing if the host is not on AWS', async () => {
    const host = fakeHost({ commands: { [request()]: token } });
    expect(await awsImdsv2Token.definition.evaluate(fakeContext(host))).toEqual({
      nothing: expect.stringMatching(/^not on AWS: /),
    });
    expect(host.ran.filter((line) => line.includes('curl'))).toEqual([]);
  });

  test('queries another endpoint if the setting names one', async () => {
    const host = fakeHost({ files, commands: { [request('http://127.0.0.1:1338')]: token } });
    const context = fakeContext(host, { aws_metadata_endpoint: 'http://127.0.0.1:1338/' });
    expect(await awsImdsv2Token.definition.evaluate(context)).toBe(token);
  });
});

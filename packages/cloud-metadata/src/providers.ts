import { defineProvider, nothing, replaceEndpoint, runLines, splitWords } from '@hostspec/spec';
import { cloud } from './cloud.js';
import { awsEndpoint, awsMetadataEndpoint } from './settings.js';

const request = `/usr/bin/curl -s -X PUT "${awsEndpoint.url}/latest/api/token" -H "X-aws-ec2-metadata-token-ttl-seconds: 300" --connect-timeout 5`;

/** The session token that AWS's metadata service asks for. */
export const awsImdsv2Token = defineProvider({
  name: 'aws_imdsv2_token',
  doc: 'The session token of the AWS instance metadata service (IMDSv2), by a PUT request with curl; only on AWS. It holds for 300 seconds, where the reference implementation asks for 60, so that a slow collection does not outlive it. An answer that does not look like a token (an error page, several lines, a warning) is nothing, where the reference implementation takes its first line.',
  yields: 'string',
  async evaluate({ host, setting }) {
    const { provider, reason } = await cloud(host);
    if (provider !== 'AWS') return nothing(`not on AWS: ${reason}`);
    const words = replaceEndpoint(splitWords(request), awsEndpoint.url, setting(awsMetadataEndpoint));
    const lines = await runLines(host, words);
    if (!lines) return nothing('the AWS metadata service gave no token: curl failed or timed out');
    const [token = '', ...rest] = lines.map((line) => line.trim()).filter((line) => line !== '');
    // The answer stands in no reason: it may be the token after all, in an unknown form.
    if (token === '') return nothing('the AWS metadata service gave an empty answer in the place of a token');
    if (rest.length > 0 || !/^[\w.~+/-]+=*$/.test(token))
      return nothing('the answer of the AWS metadata service does not look like a token');
    return token;
  },
});

import { defineProvider, nothing, replaceEndpoint, runLines, splitWords } from '@hostspec/spec';
import { cloud } from './cloud.js';
import { awsEndpoint, awsMetadataEndpoint } from './settings.js';

const request = `/usr/bin/curl -s -X PUT "${awsEndpoint.url}/latest/api/token" -H "X-aws-ec2-metadata-token-ttl-seconds: 300" --connect-timeout 5`;

/** The session token that AWS's metadata service asks for. */
export const awsImdsv2Token = defineProvider({
  name: 'aws_imdsv2_token',
  doc: 'The session token of the AWS instance metadata service (IMDSv2), requested with curl (PUT), only on AWS. It is valid for 300 seconds so that it does not expire during a slow collection; the reference implementation asks for 60. An answer that does not look like a token (an error page, several lines, a warning) gives nothing; the reference implementation uses its first line.',
  yields: 'string',
  async evaluate({ host, setting }) {
    const { provider, reason } = await cloud(host);
    if (provider !== 'AWS') return nothing(`not on AWS: ${reason}`);
    const words = replaceEndpoint(splitWords(request), awsEndpoint.url, setting(awsMetadataEndpoint));
    const lines = await runLines(host, words);
    if (!lines) return nothing('the AWS metadata service gave no token: curl failed or timed out');
    const [token = '', ...rest] = lines.map((line) => line.trim()).filter((line) => line !== '');
    // The reason does not contain the answer: it may be a token in an unknown form.
    if (token === '') return nothing('the AWS metadata service gave an empty answer instead of a token');
    if (rest.length > 0 || !/^[\w.~+/-]+=*$/.test(token))
      return nothing('the answer of the AWS metadata service does not look like a token');
    return token;
  },
});

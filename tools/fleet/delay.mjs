// Forwards TCP connections and delays each byte: node delay.mjs FROM-PORT TO-PORT MS. Replaces netem on kernels without it.
import { connect, createServer } from 'node:net';

const [from, to, delay] = process.argv.slice(2).map(Number);

const pass = (source, target) => {
  const after = (work) => setTimeout(() => target.destroyed || work(), delay);
  source.on('data', (bytes) => after(() => target.write(bytes)));
  source.on('end', () => after(() => target.end()));
  source.on('error', () => after(() => target.destroy()));
};

createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
  const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  // The first bytes of a connection wait for its opening, too.
  const opened = new Promise((resolve) => setTimeout(resolve, delay));
  void opened.then(() => pass(near, far));
  pass(far, near);
}).listen(from, '127.0.0.1');

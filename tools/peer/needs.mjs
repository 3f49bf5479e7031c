import { itNeeds, lackingOf, needs } from '@hostspec/testing';
import { hasPython } from '../test/python.mjs';

const collecting = ['ip', 'ethtool', 'root', 'a mount namespace', 'a network namespace', 'a PID namespace'];

const lacking = lackingOf(['python3', ...collecting]);

const withTime = (declare) => (name, test) => declare(name, test, 600_000);

/** Declares a test that collects and reads with insights-core. */
export const withPeer = withTime(
  lacking.length > 0 ? needs(...lacking) : itNeeds('insights-core', hasPython('peer')),
);

/** Declares a test that reports with sos. */
export const withSos = withTime(needs('sos', ...collecting));

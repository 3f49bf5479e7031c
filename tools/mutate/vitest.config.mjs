import { mergeConfig } from 'vitest/config';
import ours from '../test/vitest.config.mjs';

/** Stryker asks for threads, but tests set the umask and the directory; and it does not look at files that fail to load. */
const forStryker = {
  name: 'for-stryker',
  configureVitest({ project, vitest }) {
    project.config.pool = 'forks';
    vitest.reporters.push({
      onTestModuleEnd: (module) => {
        for (const error of module.errors()) vitest.state.catchError(error, 'Failed Suite');
      },
    });
  },
};

// Stryker does not know parts of a suite.
const whole = {
  ...ours,
  test: { ...ours.test, include: ['src/**/*.test.ts'], isolate: true, projects: undefined },
};

export default mergeConfig(whole, {
  plugins: [forStryker],
  // Containers need devices and control groups, which mutants must not have.
  // The source is never what the build was made from.
  test: { exclude: ['src/podman.test.ts'], env: { HOSTSPEC_ANY_BUILD: '1' } },
});

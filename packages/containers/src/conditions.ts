import { pathCondition, socketCondition } from '@hostspec/facts';

/** Holds if containerd listens. */
export const containerdListens = socketCondition('ContainerdListens', '/run/containerd/containerd.sock');

/** Holds if Docker's daemon runs; its socket alone does not tell, because systemd starts the daemon when someone asks there. */
export const dockerRuns = pathCondition('DockerRuns', '/run/docker.pid', '/run/snap.docker/docker.pid');

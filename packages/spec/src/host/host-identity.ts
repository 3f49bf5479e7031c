/** What tells a host from others, for programs that compare runs. */
export interface HostIdentity {
  /** The name that the host was asked for by; absent for the machine that the collector runs on. */
  readonly target?: string;
  /** The content of `/etc/machine-id`: stays the same until the host is installed again. */
  readonly machineId?: string;
  /** The id of the kernel's run: another one after each boot. */
  readonly bootId?: string;
}

/** What an archive says about the run that made it. */
export interface ArchivedRun extends HostIdentity {
  /** The kind of the archive, or of the one that its content was collected from. */
  readonly kind: ArchiveKind;
  /** Why the run ended early. */
  readonly interrupted?: string;
}

/**
 * The kind of an archive: written by hostspec; by insights-core, with metadata (`insights`) or only by file names
 * (`insights-host`); a sos report; or any other tree of a host's files.
 */
export type ArchiveKind = 'hostspec' | 'insights' | 'insights-host' | 'sos' | 'tree';

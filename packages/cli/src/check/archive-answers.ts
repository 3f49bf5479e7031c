import type { Archive } from '@hostspec/archive';
import type { ArchiveSession } from '@hostspec/archive-host/shell';
import type { Answers } from '@hostspec/report';

/** Which command lines `hostspec run` answers from an archive. */
export function archiveAnswers(archive: Archive): Answers {
  const known = new Map<string, Promise<boolean>>();
  let session: Promise<ArchiveSession> | undefined;
  const answer = async (line: string): Promise<boolean> => {
    const { createArchiveSession, hasAnswer } = await import('@hostspec/archive-host/shell');
    session ??= createArchiveSession(archive);
    return hasAnswer(line, await session);
  };
  return (line) => {
    const asked = known.get(line) ?? answer(line);
    known.set(line, asked);
    return asked;
  };
}

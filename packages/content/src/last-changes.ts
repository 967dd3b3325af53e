import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * When each file last changed, ISO 8601: by the version control if there is one and the file is as it is there, else by the time of the
 * file. `files` are paths from `root`.
 */
export function lastChanges(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const committed = committedChanges(root)
  return new Map(files.map((file) => [file, committed.get(file) ?? statSync(join(root, file)).mtime.toISOString()]))
}

function committedChanges(root: string): Map<string, string> {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 ** 2,
    })
  const found = new Map<string, string>()
  try {
    const changed = new Set(
      git('status', '--porcelain', '--untracked-files=no', '--', 'content')
        .split('\n')
        .map((line) => line.slice(3)),
    )
    let at = ''
    for (const line of git('log', '--format=@%cI', '--name-only', '--', 'content').split('\n')) {
      if (line.startsWith('@')) at = new Date(line.slice(1)).toISOString()
      else if (line !== '' && !found.has(line) && !changed.has(line)) found.set(line, at)
    }
  } catch {
    // No version control here, as in an archive of the source.
    return new Map()
  }
  return found
}

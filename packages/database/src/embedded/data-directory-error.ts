/** Why a data folder cannot be used. */
export type DataDirectoryFault = 'not-writable' | 'disk-full' | 'in-use' | 'wrong-version'

/** The message is a full sentence for the person who started the program. */
export class DataDirectoryError extends Error {
  readonly code: DataDirectoryFault
  readonly directory: string
  constructor(code: DataDirectoryFault, directory: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataDirectoryError'
    this.code = code
    this.directory = directory
  }
}

/** Turns what the file system or PostgreSQL said into a fault of the data folder, where it is one. */
export function asDataDirectoryError(directory: string, error: unknown): unknown {
  if (error instanceof DataDirectoryError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/u.test(text)) {
    return new DataDirectoryError(
      'disk-full',
      directory,
      `There is no space left on the disk of the data folder ${directory}.`,
      { cause: error },
    )
  }
  if (/EACCES|EPERM|EROFS|ENOTDIR|Permission denied|Read-only file system|Operation not permitted/u.test(text)) {
    return new DataDirectoryError(
      'not-writable',
      directory,
      `The data folder ${directory} cannot be written: ${lastLine(text)}`,
      { cause: error },
    )
  }
  return error
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /denied|EACCES|EPERM|EROFS|ENOTDIR|Read-only|permitted/u.test(line))
      ?.trim() ?? text
  )
}

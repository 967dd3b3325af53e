import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Fault } from '../fault.ts'

/** A file of the project as text. Bytes that are no UTF-8 survive a round trip. */
export interface ProjectFile {
  /** Below the folder, with `/`. */
  readonly path: string
  readonly text: string
  readonly encoding: 'utf8' | 'latin1'
  /** Permission bits. */
  readonly mode: number
}

export interface Project {
  /** Absolute, without symbolic links. */
  readonly folder: string
  readonly files: readonly ProjectFile[]
  /** Files that weren't read, and why. */
  readonly skipped: readonly {
    readonly path: string
    readonly because: 'symlink' | 'too-large' | 'binary' | 'unreadable'
  }[]
}

const filesMax = 50_000
const bytesMax = 2 ** 20

/** Made by others, or made from sources. */
const foreignFolder =
  /^(?:node_modules|bower_components|vendor|\.git|\.hg|\.svn|dist|build|out|target|coverage|tmp|log|logs|__pycache__|venv|\.venv|\.next|\.nuxt|\.output|\.svelte-kit|\.angular|\.cache|\.tox|\.bollard-backup)$/u
const lockfile =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|Gemfile\.lock|poetry\.lock|Pipfile\.lock|uv\.lock|Cargo\.lock|go\.sum)$/u
const source =
  /(?:\.(?:html?|xhtml|m?js|cjs|m?ts|cts|jsx|tsx|vue|svelte|astro|php|phtml|twig|erb|haml|slim|rb|py|jinja2?|j2|go|java|kt|scala|groovy|cs|cshtml|ejs|hbs|handlebars|mustache|njk|liquid|pug|conf|toml|ya?ml|json|properties|ini)|^\.htaccess|^_headers|^Caddyfile|^Gemfile|^requirements[\w.-]*\.txt|^\.env(?:\.[\w.-]+)?)$/u

/** Reads the sources of a project. Never follows a symbolic link, never leaves the folder. Throws `folder-missing` and `too-many-files`. */
export async function readProject(folder: string): Promise<Project> {
  const root = await realpath(folder).catch(() => null)
  if (root === null || !(await lstat(root)).isDirectory())
    throw new Fault('usage', 'folder-missing', `${folder} is no folder.`)
  const files: ProjectFile[] = []
  const skipped: Project['skipped'][number][] = []
  const folders = [root]
  for (let at = 0; at < folders.length; at++) {
    const current = folders[at] ?? root
    const entries = await readdir(current, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(current, entry.name)
      const path = relative(root, full).split(sep).join('/')
      if (entry.isSymbolicLink()) skipped.push({ path, because: 'symlink' })
      else if (entry.isDirectory()) {
        if (!foreignFolder.test(entry.name)) folders.push(full)
      } else if (entry.isFile() && source.test(entry.name) && !lockfile.test(entry.name)) {
        const read = await readSource(full, path)
        if ('because' in read) skipped.push(read)
        else files.push(read)
      }
      if (files.length + skipped.length > filesMax)
        throw new Fault('usage', 'too-many-files', `${root} has more than ${filesMax} files.`, {
          advice: 'Name the folder of one project.',
        })
    }
  }
  return { folder: root, files, skipped }
}

async function readSource(full: string, path: string): Promise<ProjectFile | Project['skipped'][number]> {
  try {
    const { size, mode } = await lstat(full)
    if (size > bytesMax) return { path, because: 'too-large' }
    const bytes = await readFile(full)
    if (bytes.includes(0)) return { path, because: 'binary' }
    const text = bytes.toString('utf8')
    if (Buffer.from(text).equals(bytes)) return { path, text, encoding: 'utf8', mode: mode & 0o7777 }
    return { path, text: bytes.toString('latin1'), encoding: 'latin1', mode: mode & 0o7777 }
  } catch {
    return { path, because: 'unreadable' }
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const serverEntry = fileURLToPath(new URL('../index.server.ts', import.meta.url))

/**
 * Pages are shown in a browser with data that a test has made, so whatever only the server runs (loaders, actions and what they
 * call) is left out: each name stays, and says so when somebody calls it.
 */
export function serverStubs(): Plugin {
  return {
    name: 'bollard-server-stubs',
    enforce: 'pre',
    load(id) {
      const [file = ''] = id.split('?', 1)
      if (file !== serverEntry && !/\.server\.tsx?$/u.test(file)) return null
      const stub = (name: string) =>
        `export const ${name} = () => { throw new Error('${name} runs on the server only') }\n`
      return exportedNames(readFileSync(file, 'utf8')).map(stub).join('')
    },
  }
}

/** The scripts of pages that React does not take over are for journeys: in a test's own page they would take part in the test. */
export function islandStubs(): Plugin {
  return {
    name: 'bollard-island-stubs',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.ts?worker&url') ? '\0no-island' : null),
    load: (id) => (id === '\0no-island' ? "export default 'data:text/javascript,'" : null),
  }
}

/** What a file exports by name, types left out. */
function exportedNames(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gmu)].map(([, name]) => name)
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gmu)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(' as ').at(-1)),
  )
  return [...declared, ...listed].filter((name) => name !== undefined)
}

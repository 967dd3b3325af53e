import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['javascript', 'react', 'vue', 'angular', 'react-native']

/** Pages with our packages for front ends, built from their sources: code by file name. `replaced` stands for what examples leave open. */
export async function buildClientPages(
  pages: Readonly<Record<string, string>>,
  replaced: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    publicDir: false,
    oxc: { decorator: { legacy: true } },
    resolve: {
      // The packages' folders may have frameworks of their own, to be built with.
      dedupe: ['react', 'react-dom', 'vue', '@angular/common', '@angular/core', '@angular/forms'],
      alias: [
        ...packages.map((name) => ({ find: `@bollard/${name}`, replacement: `${root}client/${name}/src/index.ts` })),
        ...['react-native', 'react-native-webview'].map((name) => ({
          find: name,
          replacement: `${root}e2e/client-pages/instead-of-${name}.ts`,
        })),
      ],
    },
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    plugins: [fillIn(replaced), singleFileComponents()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, `${root}${path}`])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  })
  const files = new Map<string, string>()
  for (const result of Array.isArray(built) ? built : [built])
    if ('output' in result)
      for (const file of result.output) if (file.type === 'chunk') files.set(file.fileName, file.code)
  return files
}

/** Puts real values where an example has those that its reader replaces. */
function fillIn(replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'fill-in',
    enforce: 'pre',
    // They lie in packages that have no effects of their own.
    transform: (code, id) =>
      id.includes('/examples/') ? { code: replaceAll(code, replaced), moduleSideEffects: true } : undefined,
  }
}

export function replaceAll(text: string, replaced: Readonly<Record<string, string>>): string {
  return Object.entries(replaced).reduce((filled, [from, to]) => filled.replaceAll(from, to), text)
}

/** As Vue's own compiler makes them, without hot replacement. */
function singleFileComponents(): Plugin {
  return {
    name: 'single-file-components',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.vue')) return undefined
      const { descriptor, errors } = parse(await readFile(id, 'utf8'), { filename: id })
      if (errors[0]) throw errors[0]
      const { content } = compileScript(descriptor, { id, inlineTemplate: true })
      return { code: content, moduleType: 'ts' }
    },
  }
}

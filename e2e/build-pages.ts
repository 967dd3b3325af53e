import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * The pages of these names in a folder in one build, as their authors have it while they develop: in that mode React mounts
 * everything twice and the frameworks complain about what they would bear in silence later. File names of the output to their code.
 */
export async function buildPages(folder: URL, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const root = fileURLToPath(folder)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, `${root}${name}.ts`])),
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

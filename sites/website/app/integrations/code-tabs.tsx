import { ModuleScript } from '@bollard/site-kit'
import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import island from '../islands/remembered-tabs.ts?worker&url'
import type { Snippet } from './snippets.server.ts'

/**
 * Examples of which one shows; the last choice is remembered. Radio buttons, as in articles, so that they work without script. `name` tells
 * groups of one page apart.
 */
export function CodeTabs({ name, legend, snippets }: { name: string; legend: string; snippets: readonly Snippet[] }) {
  const [only, ...others] = snippets
  if (only === undefined) return null
  if (others.length === 0) return <Code snippet={only} />
  return (
    <remembered-tabs class="prose-tabs !my-0 block">
      <fieldset>
        <legend className="sr-only">{legend}</legend>
        {snippets.map(({ label }, index) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              value={label}
              defaultChecked={index === 0}
              autoComplete="off"
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {snippets.map((snippet) => (
        <div key={snippet.label} data-panel>
          <Code snippet={snippet} />
        </div>
      ))}
      <ModuleScript src={island} />
    </remembered-tabs>
  )
}

/** One piece of code with its file's name, line numbers and a copy button. */
export function Code({
  snippet: { code, html, file },
}: {
  snippet: Pick<Snippet, 'code' | 'file'> & { html?: string }
}) {
  const { t } = useTranslation()
  const texts = { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
  return <CodeBlock code={code} title={file} texts={texts} {...(html === undefined ? {} : { html })} />
}

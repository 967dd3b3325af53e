import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export interface CodeSample {
  readonly title: string
  readonly code: string
  readonly html: string
}

/** The same call in several languages. The tabs are radio buttons, so they work without script. */
export function CodeSamples({ samples, label }: { samples: readonly CodeSample[]; label: string }) {
  const { t } = useTranslation()
  const texts = { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
  return (
    <div className="prose-tabs !my-0">
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {samples.map(({ title }, index) => (
          <label key={title}>
            <input type="radio" name="sample" defaultChecked={index === 0} autoComplete="off" className="sr-only" />
            {title}
          </label>
        ))}
      </fieldset>
      {samples.map(({ title, code, html }) => (
        <div key={title} data-panel="">
          <CodeBlock code={code} html={html} title={title} texts={texts} className="mt-2" />
        </div>
      ))}
    </div>
  )
}

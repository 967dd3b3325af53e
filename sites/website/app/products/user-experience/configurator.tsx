import { useSite } from '@bollard/site-kit'
import { CodeBlock, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { LiveForm } from '../sections/live-form.tsx'
import { attributesOf, markupOf, shapes, sizes, starts, themes, type WidgetChoice } from './widget-choice.ts'
import type { WidgetLanguage } from './widget-languages.server.ts'

interface ConfiguratorProps {
  choice: WidgetChoice
  languages: readonly WidgetLanguage[]
  /** The markup as highlighted, safe HTML. */
  html: string
}

/** Try out how the widget looks and starts, and copy the markup for it. The widget is a real one. */
export function Configurator({ choice, languages, html }: ConfiguratorProps) {
  const { t } = useTranslation()
  const { urls, demoSiteKey, language } = useSite()
  const texts = t(($) => $.products.experience.configurator, { returnObjects: true })
  const fields = [
    { name: 'theme', label: texts.theme, values: themes, names: texts.themes },
    { name: 'size', label: texts.size, values: sizes, names: texts.sizes },
    { name: 'shape', label: texts.shape, values: shapes, names: texts.shapes },
    { name: 'autostart', label: texts.start, values: starts, names: texts.starts },
  ] as const
  return (
    <LiveForm
      id="configurator"
      fields={
        <>
          {fields.map(({ name, label, values, names }) => (
            <SelectField key={name} label={label} name={name} defaultValue={choice[name] ?? ''}>
              <option value="">{names.usual}</option>
              {values.map((value) => (
                <option key={value} value={value}>
                  {(names as Readonly<Record<string, string>>)[value]}
                </option>
              ))}
            </SelectField>
          ))}
          <SelectField label={texts.language} name="language" defaultValue={choice.language ?? ''}>
            <option value="">{texts.pageLanguage}</option>
            {languages.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      }
    >
      <form
        action="#configurator"
        aria-label={texts.preview}
        className="mb-6 grid min-h-40 grid-cols-[minmax(0,1fr)] content-center gap-3 rounded-lg border border-dashed border-line-strong bg-sunken p-5 sm:p-8"
      >
        <bollard-captcha sitekey={demoSiteKey ?? ''} api-url={urls.api} language={language} {...attributesOf(choice)} />
        <noscript>
          <p className="text-sm text-ink-2">{texts.noScript}</p>
        </noscript>
      </form>
      <CodeBlock
        code={markupOf(urls.api, choice)}
        html={html}
        title="index.html"
        texts={{ copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }}
      />
      <p className="mt-3 text-sm text-ink-2">{texts.plan}</p>
    </LiveForm>
  )
}

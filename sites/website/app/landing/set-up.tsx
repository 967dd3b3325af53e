import { CodeBlock, classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Snippets } from './highlighted-snippets.server.ts'
import { Section } from './section.tsx'

const tabs = ['html', 'node', 'php', 'python'] as const

/** The three steps beside the code they need. The tabs are radio buttons, so they work without script. */
export function SetUp({ snippets }: { snippets: Snippets }) {
  const { t } = useTranslation()
  const steps = [
    t(($) => $.setUp.steps.create, { returnObjects: true }),
    t(($) => $.setUp.steps.embed, { returnObjects: true }),
    t(($) => $.setUp.steps.check, { returnObjects: true }),
  ]
  const copy = { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
  return (
    <Section id="set-up" kick={t(($) => $.setUp.kick)} title={t(($) => $.setUp.title)}>
      <div className="mt-11 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[.72fr_1.28fr]">
        <ol>
          {steps.map(({ title, text }, index) => (
            <li
              key={title}
              className={classNames('flex gap-[18px] py-5', index > 0 && 'border-t border-line', index === 0 && 'pt-0')}
            >
              <span
                aria-hidden="true"
                className={classNames(
                  'mt-0.5 h-7 w-2.5 shrink-0 rounded-post',
                  index === 0 ? 'bg-amber' : 'bg-line-strong',
                )}
              />
              <div>
                <h3 className="font-sans text-lg font-[580] tracking-normal">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="code-tabs min-w-0 overflow-hidden rounded-lg bg-code-ground">
          <fieldset className="flex flex-wrap gap-1 border-b border-code-line px-2 py-2">
            <legend className="sr-only">{t(($) => $.setUp.codeTabs.label)}</legend>
            {tabs.map((tab) => (
              <label
                key={tab}
                className="inline-flex cursor-pointer items-center rounded-sm px-3 py-1.5 text-sm text-code-muted hover:text-code-ink has-checked:bg-code-line has-checked:font-[560] has-checked:text-code-ink has-focus-visible:outline-3 has-focus-visible:outline-amber touch:min-h-11"
              >
                <input type="radio" name="code" value={tab} defaultChecked={tab === 'html'} className="sr-only" />
                {t(($) => $.setUp.codeTabs[tab])}
              </label>
            ))}
          </fieldset>
          {tabs.map((tab) => (
            <div key={tab} data-panel={tab}>
              <CodeBlock
                code={snippets[tab].code}
                html={snippets[tab].html}
                title={snippets[tab].file}
                texts={copy}
                className="rounded-none"
              />
            </div>
          ))}
        </div>
      </div>
    </Section>
  )
}

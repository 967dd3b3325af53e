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
      <div className="mt-11 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[.9fr_1.1fr]">
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
        <div className="code-tabs min-w-0">
          <fieldset className="mb-3 flex flex-wrap gap-1">
            <legend className="sr-only">{t(($) => $.setUp.codeTabs.label)}</legend>
            {tabs.map((tab) => (
              <label
                key={tab}
                className="cursor-pointer rounded-md border border-transparent px-3 py-1.5 text-sm text-ink-2 hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:font-[560] has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-amber"
              >
                <input type="radio" name="code" value={tab} defaultChecked={tab === 'html'} className="sr-only" />
                {t(($) => $.setUp.codeTabs[tab])}
              </label>
            ))}
          </fieldset>
          {tabs.map((tab) => (
            <div key={tab} data-panel={tab}>
              <CodeBlock code={snippets[tab].code} html={snippets[tab].html} title={snippets[tab].file} texts={copy} />
            </div>
          ))}
        </div>
      </div>
    </Section>
  )
}

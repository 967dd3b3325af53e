import { useSite } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { PartFrame } from '../pieces/part-frame.tsx'
import { notes, type Question, questions, verdicts } from './advise.ts'
import island from './captcha-need.island.ts?worker&url'

/** Eight questions, and what follows from the answers: also that no captcha is needed. */
export function CaptchaNeed() {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = t(($) => $.parts.captchaNeed, { returnObjects: true })
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <Island element="part-captcha-need" script={island}>
        <ol className="grid gap-4">
          {Object.entries(questions).map(([name, answers]) => (
            <li key={name}>
              <fieldset className="min-w-0 border-t border-line pt-3">
                <legend className="contents font-[520]">{words.questions[name as Question]}</legend>
                <div className="flex flex-wrap gap-x-5">
                  {answers.map((answer) => (
                    <label key={answer} className="flex min-h-11 cursor-pointer items-center gap-2.5">
                      <input
                        type="radio"
                        name={`need-${name}`}
                        value={answer}
                        autoComplete="off"
                        className="size-4 accent-[var(--ink)]"
                      />
                      {words.answers[answer]}
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          ))}
        </ol>
        <noscript>
          <p className="text-sm font-[560]">{words.noScript}</p>
        </noscript>
        <div data-needs-js aria-live="polite" className="grid gap-2 rounded-md bg-sunken p-4">
          <p data-verdict="open" className="text-ink-2">
            {words.open}
          </p>
          {verdicts.map((verdict) => (
            <div key={verdict} data-verdict={verdict} hidden>
              <p className="font-[600]">{words.verdicts[verdict].title}</p>
              <p>{words.verdicts[verdict].text}</p>
            </div>
          ))}
          <ul className="grid list-disc gap-1 ps-5 text-sm">
            {notes.map((note) => (
              <li key={note} data-note={note} hidden>
                {words.notes[note]}
              </li>
            ))}
          </ul>
        </div>
        <div data-needs-js className="flex flex-wrap items-center gap-4">
          <Button data-do="again" size="dense">
            {words.again}
          </Button>
          <a className="text-link text-sm" href={`/${language}/products/captcha`}>
            {words.next}
          </a>
        </div>
        <details className="text-sm">
          <summary className="w-fit rounded-sm font-[560]">{words.rules}</summary>
          <ol className="mt-2 grid list-decimal gap-2 ps-5">
            {verdicts.map((verdict) => (
              <li key={verdict}>
                {words.verdicts[verdict].when} <b className="font-[600]">{words.verdicts[verdict].title}</b>{' '}
                {words.verdicts[verdict].text}
              </li>
            ))}
          </ol>
        </details>
      </Island>
    </PartFrame>
  )
}

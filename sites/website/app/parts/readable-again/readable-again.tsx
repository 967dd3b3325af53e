import { classNames, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../pieces/disclosure.tsx'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { formatScript } from './format-script.ts'
import { stages } from './stages.ts'
import island from './readable-again.island.ts?worker&url'

/** A compressed function on its way back to something that can be read, and a formatter for the reader's own. */
export function ReadableAgain() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.readableAgain, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Stage label={texts.shipped} code={stages.shipped} wraps />
      <Disclosure title={texts.formatted}>
        <Stage label={texts.formattedText} code={formatScript(stages.shipped)} />
      </Disclosure>
      <Disclosure title={texts.named}>
        <Stage label={texts.namedText} code={stages.named} />
      </Disclosure>
      <Island element="part-readable-again" script={island}>
        <div data-needs-js className="grid gap-4">
          <TextAreaField
            label={texts.own}
            hint={texts.ownHint}
            name="script"
            rows={5}
            spellCheck={false}
            autoComplete="off"
            maxLength={20_000}
            defaultValue="var a=[0x10,!0,void 0];for(var b=0;b<a.length;b++){if(a[b])console.log('\x68\x69',a[b])}"
          />
          <Stage label={texts.result} code="" out="formatted" />
        </div>
      </Island>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}

function Stage({ label, code, wraps = false, out }: { label: string; code: string; wraps?: boolean; out?: string }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-sm text-ink-2">{label}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} lang="en" data-out={out} className={classNames(codeClass, wraps && wrapClass)}>
        {code}
      </pre>
    </div>
  )
}

const codeClass =
  'max-h-96 overflow-auto rounded-md bg-code-ground px-4 py-3 font-mono text-[.84rem] leading-[1.7] text-code-ink'
const wrapClass = 'break-all whitespace-pre-wrap'

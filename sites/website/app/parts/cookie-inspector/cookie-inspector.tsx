import { useSite } from '@bollard/site-kit'
import { Button, Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../pieces/disclosure.tsx'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { PartTable, RowHead } from '../pieces/part-table.tsx'
import island from './cookie-inspector.island.ts?worker&url'

const attributes = ['domain', 'path', 'lifetime', 'secure', 'httpOnly', 'sameSite', 'partitioned'] as const
const attributeNames = {
  domain: 'Domain',
  path: 'Path',
  lifetime: 'Max-Age, Expires',
  secure: 'Secure',
  httpOnly: 'HttpOnly',
  sameSite: 'SameSite',
  partitioned: 'Partitioned',
} as const

/** Everything that this website can store in a browser, with its attributes; and with script, what is there now. */
export function CookieInspector() {
  const { t } = useTranslation()
  const { language } = useSite()
  const texts = t(($) => $.parts.cookieInspector, { returnObjects: true })
  const kept = t(($) => $.cookieSettings.kept, { returnObjects: true })
  const things = [
    { name: 'cookie_consent', of: kept.answer, flags: 'Secure; SameSite=Lax', isReadable: true },
    { name: 'advertising_token', of: kept.click, flags: 'HttpOnly; Secure; SameSite=Lax', isReadable: false },
    { name: 'referral_code', of: kept.referral, flags: 'HttpOnly; Secure; SameSite=Lax', isReadable: false },
    { name: 'bollard.session_token', of: texts.session, flags: 'HttpOnly; Secure; SameSite=Lax', isReadable: false },
    { name: 'theme', of: kept.theme, flags: texts.localStorage, isReadable: true },
  ]
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <Island
        element="part-cookie-inspector"
        script={island}
        texts={{ ...texts.words, received: `/${language}/wiki/cookies/received` }}
      >
        <div data-needs-js className="grid gap-3">
          <PartTable label={texts.now} head={[texts.name, texts.place, texts.value]} out="found" />
          <div className="flex flex-wrap gap-2">
            <Button data-do="set">{texts.set}</Button>
            <Button data-do="clear">{texts.clear}</Button>
            <Button data-do="look" variant="quiet">
              {texts.look}
            </Button>
          </div>
          <PartNote>{texts.experiment}</PartNote>
        </div>
      </Island>
      <PartTable
        label={texts.possible}
        head={[texts.name, texts.purpose, texts.howLong, texts.attributes, texts.readable]}
      >
        {things.map(({ name, of, flags, isReadable }) => (
          <Row key={name} className="align-top">
            <RowHead>
              <code className="font-[400]">{name}</code>
            </RowHead>
            <Cell className="min-w-56 !whitespace-normal">{of.purpose}</Cell>
            <Cell className="min-w-28 !whitespace-normal">{of.howLong}</Cell>
            <Cell className="min-w-40 font-mono text-sm !whitespace-normal">{flags}</Cell>
            <Cell>{isReadable ? texts.yes : texts.no}</Cell>
          </Row>
        ))}
      </PartTable>
      <Disclosure title={texts.invisible}>
        <dl className="grid gap-3">
          {attributes.map((name) => (
            <div key={name} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[10rem_1fr]">
              <dt className="font-mono text-sm">{attributeNames[name]}</dt>
              <dd>{texts.explained[name]}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}

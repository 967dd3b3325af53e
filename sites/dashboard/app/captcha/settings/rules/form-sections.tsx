import { useFormats } from '@bollard/site-kit'
import type { RuleForm } from '@bollard/contracts'
import { Alert, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSolution } from '../../../solution/use-solution.ts'
import { ChoiceSetting } from '../../../sections/setting-controls.tsx'
import { type SectionForm, SettingsSection } from '../../../sections/settings-section.tsx'
import type { Values } from '../../../sections/setting-values.ts'
import { useSections } from '../../../sections/use-sections.ts'
import { type Country, CountryPicker } from './country-picker.tsx'
import { FaultLines } from '../../../sections/fault-lines.tsx'
import { valueFaults } from './value-faults.ts'

interface FormSectionsProps {
  saved: Values
  countries: readonly Country[]
  paused: readonly { form: RuleForm; ruleId: string | null }[]
  /** A country that a link asks to block; null for none. */
  blocked: string | null
}

/** The simple forms: whole countries, and lists of networks. Each keeps a rule in the list. */
export function FormSections({ saved, countries, paused, blocked }: FormSectionsProps) {
  const { t } = useTranslation()
  const modes = (['OFF', 'BLOCK_LISTED', 'ALLOW_LISTED'] as const).map((value) => ({
    value,
    label: t(($) => $.rules.modes[value].label),
    about: t(($) => $.rules.modes[value].about),
  }))
  return (
    <>
      <SettingsSection
        name="countries"
        title={t(($) => $.rules.countries.title)}
        about={t(($) => $.rules.countries.about)}
        labels={{
          'geoblocking/mode': t(($) => $.rules.countries.mode),
          'geoblocking/countries': t(($) => $.rules.countries.list),
        }}
        saved={saved}
        canBeTried
      >
        {(form) => (
          <>
            <Paused paused={paused.filter(({ form: one }) => one === 'GEOBLOCKING')} />
            <Countries form={form} countries={countries} blocked={blocked} modes={modes} />
          </>
        )}
      </SettingsSection>
      <SettingsSection
        name="networks"
        title={t(($) => $.rules.networks.title)}
        about={t(($) => $.rules.networks.about)}
        labels={{
          allowedNetworks: t(($) => $.rules.networks.allowed),
          blockedNetworks: t(($) => $.rules.networks.blocked),
        }}
        saved={saved}
        canBeTried
      >
        {(form) => (
          <>
            <Paused paused={paused.filter(({ form: one }) => one !== 'GEOBLOCKING')} />
            <Networks form={form} name="allowedNetworks" words="allowed" />
            <Networks form={form} name="blockedNetworks" words="blocked" />
          </>
        )}
      </SettingsSection>
    </>
  )
}

function Countries({
  form,
  countries,
  blocked,
  modes,
}: {
  form: SectionForm
  countries: readonly Country[]
  blocked: string | null
  modes: Parameters<typeof ChoiceSetting>[0]['choices']
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = form.shown['geoblocking/countries']
  const chosen = Array.isArray(shown) ? shown.map(String) : []
  const isAsked = blocked !== null && form.shown['geoblocking/mode'] !== 'ALLOW_LISTED'
  const asked: SectionForm = isAsked ? { ...form, shown: { ...form.shown, 'geoblocking/mode': 'BLOCK_LISTED' } } : form
  return (
    <>
      {isAsked ? <p className="text-sm text-doubt">{t(($) => $.rules.countries.asked)}</p> : null}
      <ChoiceSetting form={asked} name="geoblocking/mode" legend={t(($) => $.rules.countries.mode)} choices={modes} />
      <CountryPicker
        name="geoblocking/countries"
        legend={t(($) => $.rules.countries.list)}
        countries={countries}
        chosen={isAsked ? [...chosen, blocked] : chosen}
        error={form.errorOf('geoblocking/countries')}
        formatShare={formats.share}
      />
    </>
  )
}

function Networks({
  form,
  name,
  words,
}: {
  form: SectionForm
  name: 'allowedNetworks' | 'blockedNetworks'
  words: 'allowed' | 'blocked'
}) {
  const { t } = useTranslation()
  const answer = useSections().answers['networks']
  const shown = form.shown[name]
  const sent = answer?.typed?.[name]
  const faults =
    form.errorOf(name) === undefined
      ? []
      : valueFaults(t, answer?.problem ?? null, { pointer: `/${name}`, sent: Array.isArray(sent) ? sent : [] })
  return (
    <TextAreaField
      id={name}
      name={name}
      label={t(($) => $.rules.networks[words])}
      hint={t(($) => $.rules.networks[`${words}Hint`])}
      error={faults.length === 0 ? undefined : <FaultLines faults={faults} />}
      rows={4}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="192.0.2.0/24"
      className="max-w-[34rem]"
      defaultValue={Array.isArray(shown) ? shown.join('\n') : ''}
    />
  )
}

/** Forms that are kept and not obeyed, with the way to the rule that says why. */
function Paused({ paused }: { paused: FormSectionsProps['paused'] }) {
  const { t } = useTranslation()
  const { base } = useSolution()
  return paused.map(({ form, ruleId }) => (
    <Alert key={form} kind="warning">
      {t(($) => $.rules.paused[form])}{' '}
      {ruleId === null ? null : (
        <Link to={`${base}/captcha/settings/rules/${ruleId}`} className="text-link">
          {t(($) => $.rules.openRule)}
        </Link>
      )}
    </Alert>
  ))
}

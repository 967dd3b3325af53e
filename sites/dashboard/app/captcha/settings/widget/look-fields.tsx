import { designFaults, type WidgetDesign } from '@bollard/contracts'
import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChoiceSetting, SwitchSetting } from '../../../sections/setting-controls.tsx'
import type { LoadedSettings } from '../load-settings.server.ts'
import { hasFeature, PlanNote } from '../plan-note.tsx'
import type { SectionForm } from '../../../sections/settings-section.tsx'
import { withValues } from '../../../sections/setting-values.ts'
import { ColourField } from './colour-field.tsx'
import { colours, lengths } from './look-names.ts'

/** How the widget looks and what it shows, but for its texts. */
export function LookFields({ form, loaded }: { form: SectionForm; loaded: LoadedSettings }) {
  const { t } = useTranslation()
  const choice = (value: 'AUTO' | 'LIGHT' | 'DARK') => ({
    value,
    label: t(($) => $.captchaSettings.choices[value]),
    about: t(($) => $.captchaSettings.themeAbout[value]),
  })
  const { whiteLabel, invisible } = loaded.settings.widget
  const privacyUrl = form.shown['widget/privacyUrl']
  return (
    <>
      <ChoiceSetting
        form={form}
        name="widget/theme"
        legend={t(($) => $.captchaSettings.fields.theme.label)}
        choices={[choice('AUTO'), choice('LIGHT'), choice('DARK')]}
      />
      <div className="grid gap-1">
        <SwitchSetting
          form={form}
          name="widget/invisible"
          label={t(($) => $.captchaSettings.fields.invisible.label)}
          about={t(($) => $.captchaSettings.fields.invisible.about)}
          // What a larger plan had switched on can be switched off.
          disabled={!hasFeature(loaded, 'INVISIBLE') && !invisible}
        />
        <PlanNote loaded={loaded} feature="INVISIBLE" />
      </div>
      <div className="grid gap-1">
        <SwitchSetting
          form={form}
          name="widget/whiteLabel"
          label={t(($) => $.captchaSettings.fields.whiteLabel.label)}
          about={t(($) => $.captchaSettings.fields.whiteLabel.about)}
          disabled={!hasFeature(loaded, 'WHITE_LABEL') && !whiteLabel}
        />
        <PlanNote loaded={loaded} feature="WHITE_LABEL" />
      </div>
      <TextField
        id="widget/privacyUrl"
        name="widget/privacyUrl"
        type="url"
        label={t(($) => $.captchaSettings.fields.privacyUrl.label)}
        aside={t(($) => $.settings.optional)}
        hint={t(($) => $.captchaSettings.fields.privacyUrl.about)}
        error={
          form.errorOf('widget/privacyUrl') === undefined ? undefined : t(($) => $.captchaSettings.privacyUrlError)
        }
        maxLength={500}
        autoComplete="off"
        placeholder="https://www.example.org/privacy"
        defaultValue={typeof privacyUrl === 'string' ? privacyUrl : ''}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {lengths.map(({ name, max }) => {
          const shown = form.shown[`widget/design/${name}`]
          return (
            <TextField
              key={name}
              id={`widget/design/${name}`}
              name={`widget/design/${name}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={max}
              label={t(($) => $.captchaSettings.lengths[name])}
              hint={t(($) => $.captchaSettings.lengthHint, { max })}
              error={form.errorOf(`widget/design/${name}`)}
              placeholder={t(($) => $.captchaSettings.usual)}
              defaultValue={typeof shown === 'number' || typeof shown === 'string' ? shown : ''}
            />
          )
        })}
      </div>
      <Palettes form={form} loaded={loaded} />
    </>
  )
}

function Palettes({ form, loaded }: { form: SectionForm; loaded: LoadedSettings }) {
  const { t } = useTranslation()
  const faults = new Set(designFaults(draftDesign(form, loaded)).map(({ pointer }) => pointer))
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => {
        const themeName = t(($) => $.captchaSettings.palettes[theme])
        return (
          <fieldset key={theme} className="grid min-w-0 content-start gap-4">
            <legend className="mb-3 text-sm font-[560]">{themeName}</legend>
            {colours.map((colour) => {
              const label = t(($) => $.captchaSettings.colours[colour])
              return (
                <ColourField
                  key={colour}
                  form={form}
                  name={`widget/design/${theme}/${colour}`}
                  label={label}
                  pickLabel={t(($) => $.captchaSettings.pick, { colour: label, palette: themeName })}
                  warning={
                    faults.has(`/${theme}/${colour}`)
                      ? t(($) => $.captchaSettings.contrast[colour === 'boxBorder' ? 'box' : 'text'])
                      : undefined
                  }
                />
              )
            })}
          </fieldset>
        )
      })}
    </div>
  )
}

/** The design as it stands in the form; colours that are half typed are as the widget has them. */
export function draftDesign({ draft }: SectionForm, { settings }: LoadedSettings): WidgetDesign {
  const whole = Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      /^widget\/design\/(?:light|dark)\//u.test(name) && !/^#[\da-f]{6}$/iu.test(String(value)) ? undefined : value,
    ]),
  )
  return withValues(settings, whole).widget.design
}

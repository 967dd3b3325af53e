import { type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ProblemAlert } from '../problem-alert.tsx'
import type { AddressField, TypedAddress } from './read-address.ts'

interface AddressFormProps {
  typed: TypedAddress
  problem: ShownProblem | null
  countries: readonly { code: string; name: string }[]
  /** Sent along unseen. */
  hidden: Readonly<Record<string, string>>
  /** Says what is known of the VAT id. */
  vatIdState?: ReactNode
  children?: ReactNode
}

/** Everything that can stand on an invoice about its receiver. What is seldom needed comes last. */
export function AddressForm({ typed, problem, countries, hidden, vatIdState, children }: AddressFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const [isXRechnung, setIsXRechnung] = useState(typed.eInvoice === 'XRECHNUNG_XML')
  const { errorOf, formProps } = useFieldErrors(problem)
  const optional = t(($) => $.billing.address.optional)
  /** Some codes say more in the words of their field. */
  const faultOf = (name: AddressField) => {
    const said = errorOf(name)
    const code = problem?.errors?.find(({ pointer }) => pointer === `/${name}`)?.code
    if (said === undefined || (code !== 'invalid-format' && code !== 'required')) return said
    const own: Readonly<Record<string, string>> = t(($) => $.billing.address.errors, { returnObjects: true })
    return own[name] ?? said
  }
  const text = (name: AddressField, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      label={t(($) => $.billing.address[name])}
      name={name}
      className="content-start"
      defaultValue={typed[name]}
      error={faultOf(name)}
      {...(more.required ? {} : { aside: optional })}
      {...more}
    />
  )
  return (
    <Form method="post" className="grid gap-5" {...formProps}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {problem ? <ProblemAlert problem={problem} /> : null}
      {text('company', { required: true, maxLength: 120, autoComplete: 'organization' })}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('firstName', { maxLength: 60, autoComplete: 'given-name' })}
        {text('lastName', { maxLength: 60, autoComplete: 'family-name' })}
      </div>
      {text('street', { required: true, maxLength: 120, autoComplete: 'address-line1' })}
      {text('line2', { maxLength: 120, autoComplete: 'address-line2' })}
      <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {text('postalCode', { required: true, maxLength: 12, autoComplete: 'postal-code' })}
        {text('city', { required: true, maxLength: 80, autoComplete: 'address-level2' })}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t(($) => $.billing.address.countryCode)}
          name="countryCode"
          defaultValue={typed.countryCode}
          error={faultOf('countryCode')}
          autoComplete="country"
          required
        >
          {typed.countryCode === '' ? <option value="">{t(($) => $.billing.address.chooseCountry)}</option> : null}
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {text('region', { maxLength: 80, autoComplete: 'address-level1' })}
      </div>
      {text('email', {
        required: true,
        type: 'email',
        maxLength: 254,
        autoComplete: 'email',
        hint: t(($) => $.billing.address.emailHint),
      })}
      <TextAreaField
        label={t(($) => $.billing.address.ccEmails)}
        name="ccEmails"
        rows={2}
        defaultValue={typed.ccEmails}
        error={errorOf('ccEmails')}
        aside={optional}
        hint={t(($) => $.billing.address.ccHint)}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-2">
        {text('vatId', {
          maxLength: 30,
          autoComplete: 'off',
          spellCheck: false,
          hint: t(($) => $.billing.address.vatIdHint),
        })}
        {vatIdState}
      </div>
      <fieldset className="grid gap-5 border-t border-line pt-5">
        <legend className="float-start mb-1 w-full text-sm font-[580]">
          {t(($) => $.billing.address.invoiceGroup)}
        </legend>
        <SelectField
          label={t(($) => $.billing.address.eInvoice)}
          name="eInvoice"
          defaultValue={typed.eInvoice}
          error={faultOf('eInvoice')}
          onChange={({ currentTarget }) => setIsXRechnung(currentTarget.value === 'XRECHNUNG_XML')}
          hint={t(($) => $.billing.address.eInvoiceHint)}
        >
          {/* The service refuses the third form that it knows, since nobody here is connected to the Peppol network. */}
          {(['ZUGFERD_PDF', 'XRECHNUNG_XML'] as const).map((form) => (
            <option key={form} value={form}>
              {t(($) => $.billing.eInvoices[form])}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          {text('buyerReference', {
            required: isXRechnung,
            maxLength: 100,
            autoComplete: 'off',
            hint: t(($) => $.billing.address.buyerReferenceHint),
          })}
          {text('peppolId', {
            maxLength: 60,
            autoComplete: 'off',
            spellCheck: false,
            hint: t(($) => $.billing.address.peppolIdHint),
          })}
        </div>
        {text('purchaseOrder', {
          maxLength: 50,
          autoComplete: 'off',
          hint: t(($) => $.billing.address.purchaseOrderHint),
        })}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" name="intent" value="save" aria-disabled={isSending}>
          {isSending ? t(($) => $.billing.saving) : t(($) => $.billing.save)}
        </Button>
        {children}
      </div>
    </Form>
  )
}

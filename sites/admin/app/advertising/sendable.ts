import type { AdvertisingToken, Conversion } from '@bollard/contracts'

/** A conversion that may be sent, with all that its call takes from its click. */
export interface Sendable extends Conversion {
  readonly value: NonNullable<Conversion['value']>
  readonly advertisingTokenId: string
  readonly consent: NonNullable<AdvertisingToken['consent']>
}

/** Conversions that the advertising network may be told of: agreed to, with a value, and not sent yet. */
export function sendable(clicks: readonly AdvertisingToken[]): Sendable[] {
  return clicks.flatMap(({ id, gclid, consent, conversions }) =>
    gclid === null || !consent?.adUserData
      ? []
      : conversions.flatMap((conversion) =>
          conversion.value !== null && (conversion.state === 'ELIGIBLE' || conversion.state === 'FAILED_RETRY')
            ? [{ ...conversion, value: conversion.value, advertisingTokenId: id, consent }]
            : [],
        ),
  )
}

/** The call that sends one of them under an action of the advertising account. */
export function sendOf({ advertisingTokenId, conversionId, occurredAt, value, consent }: Sendable, action: string) {
  return {
    advertisingTokenId,
    conversionId,
    advertisingSendDto: { conversionActionId: action, occurredAt, value, orderId: conversionId, consent },
  }
}

/** Sends them one after the other and stops at the first that is refused, so that what is wrong with all is said once. */
export async function sendAll(
  conversions: readonly Sendable[],
  action: string,
  send: (call: ReturnType<typeof sendOf>) => Promise<unknown>,
): Promise<void> {
  for (const conversion of conversions) await send(sendOf(conversion, action))
}

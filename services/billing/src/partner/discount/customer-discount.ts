/** What the organization that brought a customer passes on of its commission. */
export interface CustomerDiscount {
  readonly organizationId: string
  readonly organizationName: string
  /** Of the net amount. */
  readonly percent: number
}

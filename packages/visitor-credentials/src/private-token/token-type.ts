/** Publicly verifiable tokens, Blind RSA of 2048 bits (RFC 9578 section 8.2.2). */
export const blindRsaType = 0x0002

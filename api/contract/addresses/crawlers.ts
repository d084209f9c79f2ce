/** Addresses that only programs ask for: search engines, and those who look for security faults. */

export const robots = () => '/robots.txt';
/** Where to report a security fault (RFC 9116). */
export const securityTxt = () => '/.well-known/security.txt';

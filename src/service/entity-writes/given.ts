/** The value that a partial update gives, else the stored one. */
export const given = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);

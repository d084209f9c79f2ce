declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param vocabulary schema.org's own, as JSON-LD */
    constructor(vocabulary: object);
    /** @param data things by their type */
    validate(data: {
      jsonld: Partial<Record<string, object[]>>;
    }): Promise<{ issueMessage: string; severity: string; path: unknown }[]>;
  }
}

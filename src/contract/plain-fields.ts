// Schemas of plain fields, shared by many: making a schema takes a browser longer than checking a page of values with it.
import { z } from "zod/mini";

export const text = z.string();
export const number = z.number();
export const flag = z.boolean();

export const optionalText = z.optional(text);
export const optionalNumber = z.optional(number);

export const nullishText = z.nullish(text);
export const nullishNumber = z.nullish(number);
export const nullishFlag = z.nullish(flag);

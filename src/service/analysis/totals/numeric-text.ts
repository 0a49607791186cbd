// SQL that decides which texts of the log represent numbers.
const numeric = "'^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})? *$'";

/** True where text stands for a number, as it does for an event's value; other text counts as missing. Most numbers are digits with at
 *  most one point, which is found out many times faster without the pattern; none is so long that a sum of squares overflows. */
export const isNumeric = (text: string) =>
  `(length(${text}) <= 50 and
    ((translate(${text}, '0123456789', '') in ('', '.') and ${text} not in ('', '.')) or ${text} ~ ${numeric}))`;

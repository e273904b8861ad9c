import { type ReactNode, useId } from "react";
import field from "./text-field.module.css";

interface ControlProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly "aria-describedby": string | undefined;
}

interface LabelledProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** One of the browser's own controls, with these properties. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label and what explains it. */
export function Labelled({ label, description, children }: LabelledProps) {
  const id = useId();
  const described = `${id}-description`;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, className: field.input, "aria-describedby": description && described })}
      {description && (
        <span id={described} className={field.description}>
          {description}
        </span>
      )}
    </div>
  );
}

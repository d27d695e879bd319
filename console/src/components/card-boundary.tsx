import { Component, type ReactNode } from 'react';
import { ProblemAlert } from './problem-alert';

/** What fails within takes nothing else with it. */
export class CardBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ProblemAlert error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
